import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'

export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'tc', 'sc'],
  catalogs: [{ path: 'src/i18n/locales/{locale}', include: ['src'], exclude: ['**/*.test.*'] }],
  format: formatter({ lineNumbers: false, origins: true }),
})
