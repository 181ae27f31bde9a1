import type { Messages } from './messages.ts'

const inMinutes = (minutes: number) => (minutes === 1 ? '1 minute' : `${minutes} minutes`)

export const en: Messages = {
  language: 'Language',
  errorPrefix: 'Error: ',
  back: 'Back to Club Bravo',
  fields: {
    email: 'Email address',
    password: 'Password',
    newPassword: 'Choose a password',
    newPasswordHint: 'At least 8 characters. A few words you’ll remember work best.',
    repeatPassword: 'Confirm password',
  },
  showPassword: 'Show password',
  faults: {
    email: 'Enter an email address like name@example.com.',
    passwordMissing: 'Enter your password.',
    passwordShort: 'Use at least 8 characters.',
    passwordLong: 'Use at most 200 characters.',
    passwordCommon: 'This password is on lists of stolen ones. Please choose another.',
    passwordsDiffer: 'The passwords don’t match. Please enter the same one twice.',
    passwordWrong: 'That password isn’t right. Enter the one you chose when you created your account.',
    mismatch: 'Incorrect email or password.',
    tooMany: 'Too many attempts. Wait a minute, then try again.',
  },
  signIn: {
    title: 'Sign in',
    lead: 'Welcome back. Your points and tickets are waiting.',
    submit: 'Sign in',
    otherwise: 'New to Club Bravo?',
    otherwiseLink: 'Create an account',
  },
  signInExpired: 'Your sign-in has expired. Please sign in again to carry on.',
  signInClaimed: 'Our email tells you how to carry on. If you already had an account, sign in with its password.',
  forgotPassword: 'Forgot your password?',
  create: {
    title: 'Create an account',
    lead: 'One account for your points, rewards and events. It’s free.',
    submit: 'Create account',
    otherwise: 'Already have an account?',
    otherwiseLink: 'Sign in',
  },
  checkMail: {
    title: 'Check your email',
    text: (email) =>
      `We’ve sent an email to ${email}. Open the link in it to verify your address, so you can scan tickets and redeem rewards.`,
    noMore: (email, minutes) =>
      `You’ve requested several emails to ${email}. Open the link in the latest one, or request another in Club Bravo in ${inMinutes(minutes)}.`,
    later: 'You can carry on now and open the link later.',
    go: 'Continue to Club Bravo',
    sentAgain: 'We’ve sent it again. It can take a minute.',
    notHere: 'No email? Check your spam folder first.',
    again: 'Resend email',
    againIn: 'Resend email (# s)',
    wrong: 'Wrong address?',
    change: 'Go back and change it',
  },
  verify: {
    title: 'Verify your email address',
    text: (email) =>
      `Is ${email} your email address? To confirm it, enter the password that you chose for Club Bravo. If you didn’t ask for this, close this page.`,
    submit: 'Yes, this is my email address',
  },
  verified: {
    title: 'Your email is verified',
    text: 'Thank you. If Club Bravo is open in another window, go back to it and continue there.',
    go: 'Open Club Bravo',
  },
  linkExpired: {
    title: 'This link has expired',
    text: 'Links are valid for two days. We can send you a new one.',
    submit: 'Send a new link',
  },
  linkUnknown: {
    title: 'This link doesn’t work',
    text: 'Your email app may have cut it short. Copy the whole address from the email, or request a new link in Club Bravo.',
  },
  linkSent: {
    title: 'Check your email',
    text: 'A new link is on its way. It can take a minute; check your spam folder too.',
  },
  tooManyMails: {
    title: 'Please wait before requesting another email',
    text: (minutes) =>
      `You’ve requested several emails. Open the link in the latest one (check your spam folder too), or try again in ${inMinutes(minutes)}.`,
  },
  tooManyVisits: { title: 'Please wait a moment', text: 'Too many attempts. Wait a minute, then try again.' },
  pageExpired: {
    title: 'This page has expired',
    text: 'Sign-in took too long, or continued in another window. Nothing is lost: please start again.',
    go: 'Start again',
  },
  signOut: {
    title: 'Sign out of Club Bravo?',
    text: 'You’ll need your password to sign in again.',
    submit: 'Sign out',
    stay: 'Stay signed in',
  },
  signedOut: { title: 'You’re signed out', text: 'See you at the next concert.' },
  broken: {
    title: 'We couldn’t sign you in',
    text: 'Something’s wrong with this request. Go back to Club Bravo and start again.',
  },
  unavailable: {
    title: 'Temporarily unavailable',
    text: 'Something went wrong on our side. Please try again in a minute.',
  },
}
