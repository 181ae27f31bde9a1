import * as account from '#contract/member/account.ts'
import * as auth from '#contract/member/auth.ts'
import * as closure from '#contract/member/closure.ts'
import * as email from '#contract/member/email.ts'
import * as member from '#contract/member/member.ts'
import * as password from '#contract/member/password.ts'
import * as points from '#contract/member/points.ts'
import * as preferences from '#contract/member/preferences.ts'
import * as receipts from '#contract/member/receipts.ts'
import * as signIns from '#contract/member/signIns.ts'
import * as socialLogin from '#contract/member/socialLogin.ts'
import * as toldActs from '#contract/member/toldActs.ts'
import * as payment from '#contract/registration/payment.ts'
import * as registration from '#contract/registration/registration.ts'
import * as upgrades from '#contract/registration/upgrades.ts'
import * as scan from '#contract/scan/scan.ts'
import * as eventRegistration from '#contract/spending/eventRegistration.ts'
import * as events from '#contract/spending/events.ts'
import * as miles from '#contract/spending/miles.ts'
import * as ownRegistrations from '#contract/spending/ownRegistrations.ts'
import * as redeemedItems from '#contract/spending/redeemedItems.ts'
import * as redemption from '#contract/spending/redemption.ts'
import * as rewards from '#contract/spending/rewards.ts'
import * as staffActs from '#contract/staff/acts.ts'
import * as staffApplications from '#contract/staff/applications.ts'
import * as staffContents from '#contract/staff/contents.ts'
import * as staffCounter from '#contract/staff/counter.ts'
import * as staffEvents from '#contract/staff/events.ts'
import * as staffFigures from '#contract/staff/figures.ts'
import * as staffKeys from '#contract/staff/keys.ts'
import * as staffLinks from '#contract/staff/links.ts'
import * as staffMails from '#contract/staff/mails.ts'
import * as staffMembers from '#contract/staff/members.ts'
import * as staffPasskeys from '#contract/staff/passkeys.ts'
import * as staffPeople from '#contract/staff/people.ts'
import * as staffSending from '#contract/staff/sending.ts'
import * as staffTickets from '#contract/staff/tickets.ts'
import * as staffToday from '#contract/staff/today.ts'
import * as boxOffice from './boxOffice.ts'
import * as content from './content.ts'

/** The endpoints by what they are about, as the document of the API has them. */
export const endpointGroups = {
  'Signing in': {
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
    googleLogin: socialLogin.googleLogin,
    facebookLogin: socialLogin.facebookLogin,
  },
  Account: {
    changeEmail: email.changeEmail,
    newEmail: email.newEmail,
    confirmEmail: email.confirmEmail,
    updatePreferences: preferences.updatePreferences,
    closeAccount: closure.closeAccount,
    reopenAccount: closure.reopenAccount,
    exportAccount: closure.exportAccount,
    receipts: receipts.receipts,
    toldActs: toldActs.toldActs,
    signIns: signIns.signIns,
    endSignIns: signIns.endSignIns,
    passkeyCreation: signIns.passkeyCreation,
    addPasskey: signIns.addPasskey,
    renamePasskey: signIns.renamePasskey,
    removePasskey: signIns.removePasskey,
  },
  Member: {
    me: member.me,
    emailVerified: member.emailVerified,
    gaugeLevels: member.gaugeLevels,
    tierProgress: member.tierProgress,
    emailAndMemberNo: member.emailAndMemberNo,
    pointTransactions: points.pointTransactions,
  },
  Scanning: {
    scanTicket: scan.scanTicket,
    verifyTicket: scan.verifyTicket,
    claimedTickets: scan.claimedTickets,
  },
  Contents: {
    staticContents: content.staticContents,
    instrumentList: content.instrumentList,
    homepagePopup: content.homepagePopup,
  },
  Spending: {
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
  },
  Joining: {
    updateProfile: registration.updateProfile,
    saveChosenRegistrationForm: registration.saveChosenRegistrationForm,
    welcome: registration.welcome,
    interests: registration.interests,
    verifyEmailOrMobile: registration.verifyEmailOrMobile,
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
  },
  'Box office': {
    addTickets: boxOffice.addTickets,
    voidTicket: boxOffice.voidTicket,
    ticketState: boxOffice.ticketState,
    ticketCodes: boxOffice.ticketCodes,
  },
  Staff: {
    staffSession: staffToday.staffSession,
    today: staffToday.today,
    searchMembers: staffMembers.searchMembers,
    memberBooks: staffMembers.memberBooks,
    memberTimeline: staffMembers.memberTimeline,
    adjustPoints: staffMembers.adjustPoints,
    returnRedemption: staffMembers.returnRedemption,
    correctName: staffMembers.correctName,
    correctEmail: staffMembers.correctEmail,
    suspendMember: staffMembers.suspendMember,
    correctContact: staffMembers.correctContact,
    addNote: staffMembers.addNote,
    removeNote: staffMembers.removeNote,
    resendMail: staffMembers.resendMail,
    endMemberSignIns: staffMembers.endMemberSignIns,
    closeAccountOf: staffMembers.closeAccountOf,
    inviteToTier: staffMembers.inviteToTier,
    askAddressChange: staffMembers.askAddressChange,
    confirmAddressChange: staffMembers.confirmAddressChange,
    endAddressChange: staffMembers.endAddressChange,
    listApplications: staffApplications.listApplications,
    getApplication: staffApplications.getApplication,
    studentCard: staffApplications.studentCard,
    decideApplication: staffApplications.decideApplication,
    listParcels: staffSending.listParcels,
    findParcels: staffSending.findParcels,
    markParcels: staffSending.markParcels,
    sendParcels: staffSending.sendParcels,
    putParcelsBack: staffSending.putParcelsBack,
    parcelLabels: staffSending.parcelLabels,
    countConversions: staffSending.countConversions,
    exportConversions: staffSending.exportConversions,
    markConversions: staffSending.markConversions,
    recordAirlineAnswers: staffSending.recordAirlineAnswers,
    listRefunds: staffSending.listRefunds,
    noteRefund: staffSending.noteRefund,
    counterMember: staffCounter.counterMember,
    markVoucher: staffCounter.markVoucher,
    listEvents: staffEvents.listEvents,
    doorEvents: staffEvents.doorEvents,
    admitGuest: staffEvents.admitGuest,
    admitAll: staffEvents.admitAll,
    eventGuests: staffEvents.eventGuests,
    markAttendance: staffEvents.markAttendance,
    cancelGuestRegistration: staffEvents.cancelGuestRegistration,
    promoteGuest: staffEvents.promoteGuest,
    addGuest: staffEvents.addGuest,
    writeToGuests: staffEvents.writeToGuests,
    changeEvent: staffEvents.changeEvent,
    listContents: staffContents.listContents,
    readContent: staffContents.readContent,
    saveContent: staffContents.saveContent,
    discardContent: staffContents.discardContent,
    publishContent: staffContents.publishContent,
    restoreContent: staffContents.restoreContent,
    moveContent: staffContents.moveContent,
    previewContent: staffContents.previewContent,
    listPictures: staffContents.listPictures,
    addPicture: staffContents.addPicture,
    importTickets: staffTickets.importTickets,
    ticketImports: staffTickets.ticketImports,
    undoImport: staffTickets.undoImport,
    unsettledConcerts: staffTickets.unsettledConcerts,
    settleConcert: staffTickets.settleConcert,
    ticketStory: staffTickets.ticketStory,
    returnTicket: staffTickets.returnTicket,
    memberFigures: staffFigures.memberFigures,
    pointFigures: staffFigures.pointFigures,
    expiryFigures: staffFigures.expiryFigures,
    concertFigures: staffFigures.concertFigures,
    eventFigures: staffFigures.eventFigures,
    rewardFigures: staffFigures.rewardFigures,
    joinFigures: staffFigures.joinFigures,
    upgradeTokens: staffLinks.upgradeTokens,
    issueUpgrades: staffLinks.issueUpgrades,
    revokeUpgrades: staffLinks.revokeUpgrades,
    listMails: staffMails.listMails,
    retryMails: staffMails.retryMails,
    listActs: staffActs.listActs,
    undoActs: staffActs.undoActs,
    listPeople: staffPeople.listPeople,
    inviteStaff: staffPeople.inviteStaff,
    revokeInvitation: staffPeople.revokeInvitation,
    changeRoles: staffPeople.changeRoles,
    endStaff: staffPeople.endStaff,
    staffSignIns: staffPeople.staffSignIns,
    endStaffSignIns: staffPeople.endStaffSignIns,
    listKeys: staffKeys.listKeys,
    makeKey: staffKeys.makeKey,
    endKey: staffKeys.endKey,
    staffPasskeys: staffPasskeys.staffPasskeys,
    newStaffPasskey: staffPasskeys.newStaffPasskey,
    addStaffPasskey: staffPasskeys.addStaffPasskey,
    removeStaffPasskey: staffPasskeys.removeStaffPasskey,
  },
} as const

/**
 * Every endpoint of the API by name. A handler that is missing for one of them does not compile (`server/api/api.ts`).
 */
export const endpoints = {
  ...endpointGroups['Signing in'],
  ...endpointGroups.Account,
  ...endpointGroups.Member,
  ...endpointGroups.Scanning,
  ...endpointGroups.Contents,
  ...endpointGroups.Spending,
  ...endpointGroups.Joining,
  ...endpointGroups['Box office'],
  ...endpointGroups.Staff,
} as const

export type Endpoints = typeof endpoints
export type EndpointName = keyof Endpoints
export type StaffEndpointName = keyof (typeof endpointGroups)['Staff']
