import * as account from '#contract/member/account.ts'
import * as auth from '#contract/member/auth.ts'
import * as closure from '#contract/member/closure.ts'
import * as content from './content.ts'
import * as email from '#contract/member/email.ts'
import * as eventRegistration from '#contract/spending/eventRegistration.ts'
import * as events from '#contract/spending/events.ts'
import * as member from '#contract/member/member.ts'
import * as miles from '#contract/spending/miles.ts'
import * as ownRegistrations from '#contract/spending/ownRegistrations.ts'
import * as payment from '#contract/registration/payment.ts'
import * as toldActs from '#contract/member/toldActs.ts'
import * as password from '#contract/member/password.ts'
import * as points from '#contract/member/points.ts'
import * as preferences from '#contract/member/preferences.ts'
import * as receipts from '#contract/member/receipts.ts'
import * as redeemedItems from '#contract/spending/redeemedItems.ts'
import * as redemption from '#contract/spending/redemption.ts'
import * as registration from '#contract/registration/registration.ts'
import * as rewards from '#contract/spending/rewards.ts'
import * as scan from '#contract/scan/scan.ts'
import * as signIns from '#contract/member/signIns.ts'
import * as upgrades from '#contract/registration/upgrades.ts'
import * as socialLogin from '#contract/member/socialLogin.ts'

/**
 * Every endpoint of the API by name. A handler that is missing for one of them does not compile (`server/api/api.ts`).
 */
export const endpoints = {
  findProfile: auth.findProfile,
  registerAccount: auth.registerAccount,
  login: auth.login,
  refresh: auth.refresh,
  logout: auth.logout,
  revoke: auth.revoke,
  resendVerification: auth.resendVerification,
  accountActivation: account.accountActivation,
  forgotPassword: password.forgotPassword,
  resetPassword: password.resetPassword,
  changePassword: password.changePassword,
  verifyEmailCode: email.verifyEmailCode,
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
  receipts: receipts.receipts,
  toldActs: toldActs.toldActs,
  signIns: signIns.signIns,
  endSignIns: signIns.endSignIns,
  passkeyCreation: signIns.passkeyCreation,
  addPasskey: signIns.addPasskey,
  renamePasskey: signIns.renamePasskey,
  removePasskey: signIns.removePasskey,
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
  paymentResult: payment.paymentResult,
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
