/** The messages of the identity provider's pages. A message that is missing in one language does not compile. */
export interface Messages {
  language: string
  errorPrefix: string
  back: string
  fields: {
    email: string
    password: string
    newPassword: string
    newPasswordHint: string
    repeatPassword: string
  }
  showPassword: string
  faults: {
    email: string
    passwordMissing: string
    passwordShort: string
    passwordLong: string
    passwordCommon: string
    passwordsDiffer: string
    passwordWrong: string
    mismatch: string
    tooMany: string
  }
  signIn: { title: string; lead: string; submit: string; otherwise: string; otherwiseLink: string }
  forgotPassword: string
  signInExpired: string
  signInClaimed: string
  create: { title: string; lead: string; submit: string; otherwise: string; otherwiseLink: string }
  checkMail: {
    title: string
    text: (email: string) => string
    noMore: (email: string, minutes: number) => string
    later: string
    go: string
    sentAgain: string
    notHere: string
    again: string
    /** For as long as it has to wait; `#` stands for the seconds. */
    againIn: string
    wrong: string
    change: string
  }
  verify: { title: string; text: (email: string) => string; submit: string }
  verified: { title: string; text: string; go: string }
  linkExpired: { title: string; text: string; submit: string }
  linkUnknown: { title: string; text: string }
  linkSent: { title: string; text: string }
  tooManyMails: { title: string; text: (minutes: number) => string }
  tooManyVisits: { title: string; text: string }
  pageExpired: { title: string; text: string; go: string }
  signOut: { title: string; text: string; submit: string; stay: string }
  signedOut: { title: string; text: string }
  broken: { title: string; text: string }
  unavailable: { title: string; text: string }
}
