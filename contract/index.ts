import * as account from './account.ts'
import * as auth from './auth.ts'
import * as closure from './closure.ts'
import * as content from './content.ts'
import * as email from './email.ts'
import * as eventRegistration from './eventRegistration.ts'
import * as events from './events.ts'
import * as member from './member.ts'
import * as miles from './miles.ts'
import * as ownRegistrations from './ownRegistrations.ts'
import * as payment from './payment.ts'
import * as password from './password.ts'
import * as points from './points.ts'
import * as preferences from './preferences.ts'
import * as redeemedItems from './redeemedItems.ts'
import * as redemption from './redemption.ts'
import * as registration from './registration.ts'
import * as rewards from './rewards.ts'
import * as scan from './scan.ts'
import * as upgrades from './upgrades.ts'
import * as socialLogin from './socialLogin.ts'

/** Every endpoint of the API by name. A handler that is missing for one of them does not compile (`server/api/api.ts`). */
export const endpoints = {
  findProfile: auth.findProfile,
  register: auth.register,
  login: auth.login,
  refresh: auth.refresh,
  logout: auth.logout,
  resendVerification: auth.resendVerification,
  accountActivation: account.accountActivation,
  forgotPassword: password.forgotPassword,
  resetPassword: password.resetPassword,
  changePassword: password.changePassword,
  changeEmail: email.changeEmail,
  confirmEmail: email.confirmEmail,
  updatePreferences: preferences.updatePreferences,
  closeAccount: closure.closeAccount,
  reopenAccount: closure.reopenAccount,
  exportAccount: closure.exportAccount,
  googleLogin: socialLogin.googleLogin,
  facebookLogin: socialLogin.facebookLogin,
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
  redeem: redemption.redeem,
  listRedeemedItems: redeemedItems.listRedeemedItems,
  redeemAsiaMiles: miles.redeemAsiaMiles,
  getEvent: events.getEvent,
  registerEvent: eventRegistration.registerEvent,
  cancelRegistration: eventRegistration.cancelRegistration,
  eventRegistrations: ownRegistrations.eventRegistrations,
  gaugeLevels: member.gaugeLevels,
  tierProgress: member.tierProgress,
  emailAndMemberNo: member.emailAndMemberNo,
  pointTransactions: points.pointTransactions,
  tierPayment: payment.tierPayment,
  cancelTierPayment: payment.cancelTierPayment,
  youthPayment: payment.youthPayment,
  paymentDatafeed: payment.paymentDatafeed,
  getScTier: upgrades.getScTier,
  getFreeUpgradeTier: upgrades.getFreeUpgradeTier,
  setScTokenUsed: upgrades.setScTokenUsed,
  setFreeUpgradeTokenUsed: upgrades.setFreeUpgradeTokenUsed,
  assignScTier: upgrades.assignScTier,
  assignFreeUpgradeTier: upgrades.assignFreeUpgradeTier,
  existingProfile: upgrades.existingProfile,
  profileMigrated: upgrades.profileMigrated,
  updateProfile: registration.updateProfile,
  saveChosenRegistrationForm: registration.saveChosenRegistrationForm,
  welcome: registration.welcome,
  interests: registration.interests,
  verifyEmailOrMobile: registration.verifyEmailOrMobile,
} as const

export type Endpoints = typeof endpoints
export type EndpointName = keyof Endpoints
