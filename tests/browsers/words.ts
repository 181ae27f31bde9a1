/**
 * What the journeys look for in the app. They run on request only, so `npm test` compares these words with the app’s
 * texts.
 */
export const words = {
  confirm: 'Confirm',
  credited: 'Points added',
  expired: 'The claim period for this ticket has ended',
  myScans: 'My scans',
  newVersion: 'A new version is ready',
  notFound: 'We couldn’t find this ticket',
  pending: 'Your ticket is in your account',
  saved: 'Saved for now',
  scanTicket: 'Scan a ticket',
  signIn: 'Sign in',
  signOut: 'Sign out',
} as const
