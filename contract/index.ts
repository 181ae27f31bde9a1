import * as auth from './auth.ts'
import * as content from './content.ts'
import * as events from './events.ts'
import * as member from './member.ts'
import * as points from './points.ts'
import * as registration from './registration.ts'
import * as rewards from './rewards.ts'
import * as scan from './scan.ts'

/** Every endpoint of the API by name. A handler that is missing for one of them does not compile (`server/api/api.ts`). */
export const endpoints = {
  findProfile: auth.findProfile,
  register: auth.register,
  login: auth.login,
  refresh: auth.refresh,
  logout: auth.logout,
  resendVerification: auth.resendVerification,
  me: member.me,
  emailVerified: member.emailVerified,
  scanTicket: scan.scanTicket,
  verifyTicket: scan.verifyTicket,
  claimedTickets: scan.claimedTickets,
  staticContents: content.staticContents,
  instrumentList: content.instrumentList,
  homepagePopup: content.homepagePopup,
  listRedeemItems: rewards.listRedeemItems,
  getRedeemItem: rewards.getRedeemItem,
  redeemedItemAvailable: rewards.redeemedItemAvailable,
  redeemedItemNumber: rewards.redeemedItemNumber,
  getEvent: events.getEvent,
  gaugeLevels: member.gaugeLevels,
  tierProgress: member.tierProgress,
  emailAndMemberNo: member.emailAndMemberNo,
  pointTransactions: points.pointTransactions,
  updateProfile: registration.updateProfile,
  saveChosenRegistrationForm: registration.saveChosenRegistrationForm,
  welcome: registration.welcome,
  interests: registration.interests,
  verifyEmailOrMobile: registration.verifyEmailOrMobile,
} as const

export type Endpoints = typeof endpoints
export type EndpointName = keyof Endpoints
