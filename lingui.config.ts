import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'

/** What is seen only on the way to signing in and after it: its words come with those pages (src/i18n/activate.ts). */
const members = ['src/features/scan', 'src/features/member']
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
