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
  notFound: 'We don’t have this ticket yet',
  pending: 'Your ticket is in your account',
  saved: 'Saved for now',
  scanTicket: 'Scan a ticket',
  signIn: 'Sign in',
  signOut: 'Sign out',
} as const

/** The same for the pages of staff. */
export const staffWords = {
  adjust: 'Adjust points',
  approve: 'Approve',
  approved: 'Approved.',
  check: 'Check 1 row',
  chooseFile: 'Choose a file',
  findMember: 'Find a member',
  give250: 'Give 250 points',
  importOne: 'Import 1 ticket',
  importUndone: 'is undone.',
  imported: '1 ticket imported.',
  markUsed: 'Mark as used',
  memberOrVoucher: 'Member or voucher',
  menu: 'Menu',
  points: 'Points',
  preview: 'Preview',
  showCard: 'Show the student card',
  signIn: 'Sign in',
  signOut: 'Sign out',
  today: 'Today',
  undo: 'Undo',
  undoImport: 'Undo the import',
  undone: 'Undone:',
  used: 'Marked as used.',
  why: 'Why',
} as const
