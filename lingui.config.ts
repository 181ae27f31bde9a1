import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'

/** Features for signed-in people only: their messages are loaded with their pages (src/i18n/activate.ts). */
const members = [
  'account',
  'card',
  'events/registering',
  'events/registrations',
  'install',
  'member',
  'miles',
  'myRewards',
  'rewards/redeeming',
  'scan',
  'signIn',
].map((feature) => `src/features/${feature}`)
/** What the pages of `members` share with each other, and the words of the profile with those of `registration`. */
const shared = ['src/i18n/profileMessages.ts', 'src/i18n/transactionMessages.ts', 'src/ui/states/TooManyNotice.tsx']
const registration = 'src/features/registration'
const tests = '**/*.test.*'

export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'tc', 'sc'],
  catalogs: [
    {
      path: 'src/i18n/locales/{locale}',
      include: ['src'],
      exclude: [tests, ...shared, ...[...members, registration].map((folder) => `${folder}/**`)],
    },
    { path: 'src/i18n/locales/members/{locale}', include: [...members, ...shared], exclude: [tests] },
    { path: 'src/i18n/locales/registration/{locale}', include: [registration], exclude: [tests] },
  ],
  format: formatter({ lineNumbers: false, origins: true }),
})
