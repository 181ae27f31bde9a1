/** A page to capture: its name in the sheet, and its address without the language. */
export interface ShownPage {
  name: string
  path: string
}

/** Every page that a visitor can open; one reward, event and campaign for each way they can look. */
const visitorPages: readonly ShownPage[] = [
  { name: 'home', path: '' },
  { name: 'whats-club-bravo', path: '/whats-club-bravo' },
  { name: 'join-club-bravo', path: '/join-club-bravo' },
  { name: 'card-partner-upgrade', path: '/card-partner-upgrade' },
  { name: 'registration-sc, without a link', path: '/registration-sc' },
  { name: 'how-to', path: '/how-to' },
  { name: 'faq', path: '/faq' },
  { name: 'contact-us', path: '/contact-us' },
  { name: 'terms-and-conditions', path: '/terms-and-conditions' },
  { name: 'reward-list', path: '/reward-list' },
  { name: 'reward-list, searched', path: '/reward-list?category=restaurant' },
  { name: 'reward-list, without a match', path: '/reward-list?q=zither' },
  { name: 'reward', path: '/reward-detail/concert-tote' },
  { name: 'reward, last one', path: '/reward-detail/new-world-score-facsimile' },
  { name: 'reward, sold out', path: '/reward-detail/ninth-symphony-recording' },
  { name: 'reward, airline miles', path: '/reward-detail/asia-miles-conversion' },
  { name: 'reward, unknown', path: '/reward-detail/no-such-reward' },
  { name: 'event, not open yet', path: '/event/meet-the-brass' },
  { name: 'event, priority', path: '/event/planets-pre-concert-talk' },
  { name: 'event, open', path: '/event/sing-hallelujah' },
  { name: 'event, over', path: '/event/pictures-family-concert' },
  { name: 'campaign', path: '/campaign/season-2026-27' },
  { name: 'campaign, with a banner', path: '/campaign/scan-without-signal' },
  { name: 'scan-intro', path: '/scan-intro' },
  { name: 'add-ticket', path: '/add-ticket' },
  { name: 'not found', path: '/no-such-page' },
]

/** Every page that only members see, or that looks different for them. */
const memberPages: readonly ShownPage[] = [
  { name: 'home', path: '' },
  { name: 'reward-list', path: '/reward-list' },
  { name: 'reward, to redeem', path: '/reward-detail/concert-ticket-voucher' },
  { name: 'reward, for Red and Gold', path: '/reward-detail/harbour-linen-shawl' },
  { name: 'reward, airline miles', path: '/reward-detail/asia-miles-conversion' },
  { name: 'asiamiles', path: '/asiamiles' },
  { name: 'event, priority', path: '/event/planets-pre-concert-talk' },
  { name: 'scan-intro', path: '/scan-intro' },
  { name: 'scanner', path: '/scanner' },
  { name: 'add-ticket', path: '/add-ticket' },
  { name: 'add-ticket, set up too late', path: '/add-ticket?problem=not_ready' },
  { name: 'my-scans', path: '/my-scans' },
  { name: 'member-detail', path: '/member-detail' },
  { name: 'my-rewards', path: '/my-rewards' },
  { name: 'my-events', path: '/my-events' },
  { name: 'my-concerts', path: '/my-concerts' },
  { name: 'receipts', path: '/receipts' },
  { name: 'your-data', path: '/your-data' },
  { name: 'point-transaction-log', path: '/point-transaction-log' },
  { name: 'point-transaction-log, filtered', path: '/point-transaction-log?type=ticket' },
  { name: 'point-transaction-log, without a match', path: '/point-transaction-log?type=expired' },
  { name: 'personal-detail', path: '/personal-detail' },
]

/** A viewer and the pages to capture. The member is one of the demo season. */
export const viewers = [
  { name: 'visitor', email: null, pages: visitorPages },
  { name: 'member', email: 'red@clubbravo.test', pages: memberPages },
] as const

export const screens = [
  { name: 'phone', width: 390, height: 844 },
  { name: 'desktop', width: 1440, height: 900 },
] as const

export const themes = ['light', 'dark'] as const
