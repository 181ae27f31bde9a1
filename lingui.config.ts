import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'
import { defaultLanguage, languages } from './contract/language.ts'

/** The public pages besides home, which is small without their messages. */
const pages = ['campaign', 'club', 'offers'].map((feature) => `src/features/${feature}`)
/** What these share with each other, and with those of `members`. */
const sharedByPages = ['src/i18n/pageMessages.ts']
/** Features for signed-in people only: their messages are loaded with their pages (src/i18n/activate.ts). */
const members = [
  'account',
  'attempt',
  'card',
  'chrome/calls',
  'install',
  'member',
  'miles',
  'offers/own',
  'offers/redeeming',
  'offers/registering',
  'scan',
  'signIn',
  'suspension',
  'ticket',
].map((feature) => `src/features/${feature}`)
/** What the pages of `members` share with each other, and the words of the profile with those of `registration`. */
const shared = [
  'src/i18n/profileMessages.ts',
  'src/i18n/seatLabel.ts',
  'src/i18n/transactionMessages.ts',
  'src/ui/states/TooManyNotice.tsx',
]
const registration = 'src/features/registration'
/** The pages of staff, and what they share with the members' app: their catalog is apart, as their build is. */
const staff = 'src/features/staff'
const sharedByStaff = [
  'src/ui',
  'src/i18n/profileMessages.ts',
  'src/i18n/tierMessages.ts',
  'src/i18n/transactionMessages.ts',
]
const tests = '**/*.test.*'
const within = (folder: string) => `${folder}/**`

export default defineConfig({
  sourceLocale: defaultLanguage,
  locales: languages,
  catalogs: [
    {
      path: 'src/i18n/locales/{locale}',
      include: ['src'],
      exclude: [tests, ...shared, ...sharedByPages, ...[...pages, ...members, registration, staff].map(within)],
    },
    {
      path: 'src/i18n/locales/pages/{locale}',
      include: [...pages, ...sharedByPages],
      exclude: [tests, ...members.map(within)],
    },
    { path: 'src/i18n/locales/members/{locale}', include: [...members, ...shared], exclude: [tests] },
    { path: 'src/i18n/locales/registration/{locale}', include: [registration], exclude: [tests] },
    { path: 'src/features/staff/locales/{locale}', include: [staff, ...sharedByStaff], exclude: [tests] },
    {
      path: 'server/pages/locales/{locale}',
      include: ['server/pages', 'server/mail/kinds', 'src/i18n/tierMessages.ts'],
      exclude: [tests],
    },
  ],
  format: formatter({ origins: false }),
})
