import * as acts from './acts.ts'
import * as applications from './applications.ts'
import * as counter from './counter.ts'
import * as events from './events.ts'
import * as figures from './figures.ts'
import * as links from './links.ts'
import * as members from './members.ts'
import * as passkeys from './passkeys.ts'
import * as people from './people.ts'
import * as sending from './sending.ts'
import * as tickets from './tickets.ts'
import * as today from './today.ts'

/** Every endpoint of the staff's pages by name. One without a handler does not compile (`server/api/staffApi.ts`). */
export const staffEndpoints = {
  staffSession: today.staffSession,
  today: today.today,
  searchMembers: members.searchMembers,
  memberBooks: members.memberBooks,
  adjustPoints: members.adjustPoints,
  returnRedemption: members.returnRedemption,
  correctName: members.correctName,
  correctEmail: members.correctEmail,
  suspendMember: members.suspendMember,
  applications: applications.applications,
  application: applications.application,
  studentCard: applications.studentCard,
  decideApplication: applications.decideApplication,
  parcels: sending.parcels,
  markParcels: sending.markParcels,
  parcelLabels: sending.parcelLabels,
  conversions: sending.conversions,
  exportConversions: sending.exportConversions,
  markConversions: sending.markConversions,
  refunds: sending.refunds,
  noteRefund: sending.noteRefund,
  counterMember: counter.counterMember,
  counterVoucher: counter.counterVoucher,
  markVoucher: counter.markVoucher,
  events: events.events,
  eventGuests: events.eventGuests,
  markAttendance: events.markAttendance,
  cancelRegistration: events.cancelRegistration,
  changeEvent: events.changeEvent,
  importTickets: tickets.importTickets,
  ticketImports: tickets.ticketImports,
  undoImport: tickets.undoImport,
  unsettledConcerts: tickets.unsettledConcerts,
  settleConcert: tickets.settleConcert,
  ticketStory: tickets.ticketStory,
  returnTicket: tickets.returnTicket,
  memberFigures: figures.memberFigures,
  pointFigures: figures.pointFigures,
  expiryFigures: figures.expiryFigures,
  concertFigures: figures.concertFigures,
  eventFigures: figures.eventFigures,
  rewardFigures: figures.rewardFigures,
  joinFigures: figures.joinFigures,
  upgradeTokens: links.upgradeTokens,
  issueUpgrades: links.issueUpgrades,
  revokeUpgrades: links.revokeUpgrades,
  acts: acts.acts,
  people: people.people,
  inviteStaff: people.inviteStaff,
  revokeInvitation: people.revokeInvitation,
  changeRoles: people.changeRoles,
  endStaff: people.endStaff,
  staffSignIns: people.staffSignIns,
  endStaffSignIns: people.endStaffSignIns,
  ownPasskeys: passkeys.ownPasskeys,
  newPasskey: passkeys.newPasskey,
  addPasskey: passkeys.addPasskey,
  removePasskey: passkeys.removePasskey,
} as const

export type StaffEndpoints = typeof staffEndpoints
export type StaffEndpointName = keyof StaffEndpoints
