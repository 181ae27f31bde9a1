import { createFileRoute } from '@tanstack/react-router'
import { usePageWords } from '#src/i18n/pageWords.ts'
import { Page } from '#src/ui/Page.tsx'

export const Route = createFileRoute('/$lang/contact-us')({
  component: ContactUs,
})

function ContactUs() {
  const words = usePageWords('/$lang/contact-us')
  return <Page {...words} lead={words.description} />
}
