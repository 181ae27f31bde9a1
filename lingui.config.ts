import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'

/** Features for signed-in people only: their messages are loaded with their pages (src/i18n/activate.ts). */
const members = ['account', 'card', 'install', 'member', 'scan', 'signIn'].map((feature) => `src/features/${feature}`)
const tests = '**/*.test.*'

export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'tc', 'sc'],
  catalogs: [
    {
      path: 'src/i18n/locales/{locale}',
      include: ['src'],
      exclude: [tests, ...members.map((folder) => `${folder}/**`)],
    },
    { path: 'src/i18n/locales/members/{locale}', include: members, exclude: [tests] },
  ],
  format: formatter({ lineNumbers: false, origins: true }),
})
