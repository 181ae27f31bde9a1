import { createFileRoute, redirect } from '@tanstack/react-router'
import { preferredLanguage } from '#src/i18n/language.ts'

export const Route = createFileRoute('/')({
  beforeLoad: () => {
    throw redirect({ to: '/$lang', params: { lang: preferredLanguage() }, replace: true })
  },
})
