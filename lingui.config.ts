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
/** The words of the profile, which the pages of `members` and of `registration` share. */
const profile = 'src/i18n/profileMessages.ts'
const registration = 'src/features/registration'
const tests = '**/*.test.*'

export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'tc', 'sc'],
  catalogs: [
    {
      path: 'src/i18n/locales/{locale}',
      include: ['src'],
      exclude: [tests, profile, ...[...members, registration].map((folder) => `${folder}/**`)],
    },
    { path: 'src/i18n/locales/members/{locale}', include: [...members, profile], exclude: [tests] },
    { path: 'src/i18n/locales/registration/{locale}', include: [registration], exclude: [tests] },
  ],
  format: formatter({ lineNumbers: false, origins: true }),
})
