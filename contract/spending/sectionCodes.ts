/** The sections of the reward list, in their order: rewards as in specification section 2, and then events. */
export const sectionCodes = [
  'rewards',
  'special-offer',
  'all-year-round',
  'arts-and-culture',
  'bookstore-and-cultural-institution',
  'lifestyle',
  'music-centre-and-institution',
  'restaurant',
  'events',
] as const
export type SectionCode = (typeof sectionCodes)[number]

/** In place of a section: all of them that have rewards. */
export const allRewards = 'all-rewards'
