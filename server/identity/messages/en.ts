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
    newPasswordHint: 'At least 8 characters. A few words that you will remember are best.',
    repeatPassword: 'The same password again',
  },
  faults: {
    email: 'Enter an email address like name@example.com.',
    passwordMissing: 'Enter your password.',
    passwordShort: 'Use at least 8 characters.',
    passwordLong: 'Use at most 200 characters.',
    passwordsDiffer: 'The two passwords are not the same. Type the same one twice.',
    mismatch: 'This email address and password do not go together. Check both and try again.',
    tooMany: 'That was one try too many. Wait a minute, then try again.',
  },
  signIn: {
    title: 'Sign in',
    lead: 'Welcome back. Your points and your tickets are waiting.',
    submit: 'Sign in',
    otherwise: 'New to Club Bravo?',
    otherwiseLink: 'Create an account',
  },
  create: {
    title: 'Create an account',
    lead: 'One account for your points, rewards and events. It is free.',
    submit: 'Create account',
    otherwise: 'Already have an account?',
    otherwiseLink: 'Sign in',
  },
  checkMail: {
    title: 'Check your mail',
    text: (email) =>
      `We have sent a message to ${email}. Open the link in it to verify your address: scanning tickets and redeeming rewards need that.`,
    noMore: (email, minutes) =>
      `Several messages have been asked for at ${email} within an hour, so we send no more for now. Open the link in the newest one. If you have none, ask for a new one in Club Bravo in ${inMinutes(minutes)}.`,
    later: 'You can go on now and open the link later.',
    go: 'Continue to Club Bravo',
  },
  verify: {
    title: 'Verify your email address',
    text: (email) => `Is ${email} your address? Confirm it, and you can scan tickets and redeem rewards.`,
    submit: 'Yes, this is my address',
  },
  verified: {
    title: 'Your address is verified',
    text: 'Thank you. If Club Bravo is open in another window, choose “I have verified: check again” there.',
    go: 'Open Club Bravo',
  },
  linkExpired: {
    title: 'This link has expired',
    text: 'A link works for two days. We can send you a new one.',
    submit: 'Send a new link',
  },
  linkUnknown: {
    title: 'This link does not work',
    text: 'Your mail program may have cut it short. Copy the whole address from the mail, or ask for a new link in Club Bravo.',
  },
  linkSent: {
    title: 'Check your mail',
    text: 'A new link is on its way. It can take a minute; look among the unwanted mail too.',
  },
  tooManyMails: {
    title: 'That was one message too many',
    text: (minutes) =>
      `Several messages have been asked for at this address within an hour. Open the link in the newest one; look among the unwanted mail too. You can ask for another in ${inMinutes(minutes)}.`,
  },
  pageExpired: {
    title: 'This page has expired',
    text: 'Signing in took too long, or went on in another window. Nothing is lost: start again.',
    go: 'Start again',
  },
  signOut: {
    title: 'Sign out of Club Bravo?',
    text: 'You will need your password to sign in again.',
    submit: 'Sign out',
    stay: 'Stay signed in',
  },
  signedOut: { title: 'You are signed out', text: 'See you at the next concert.' },
  broken: {
    title: 'Signing in did not work',
    text: 'Something about this request is not right. Go back to Club Bravo and start again.',
  },
  unavailable: {
    title: 'Not available for a moment',
    text: 'Something is wrong on our side. Please try again in a minute.',
  },
}
