import { createFileRoute } from '@tanstack/react-router'
import { useClubContents } from '#src/features/club/useClubContents.ts'
import type { ClubLink } from '#contract/content.ts'
import { callHref, clubAddresses } from '#src/query/clubLinks.ts'
import { ContactPage } from '#src/features/club/ContactPage.tsx'
import { blockWithCode } from '#src/query/contentBlocks.ts'
import { useLanguage } from '#src/i18n/activate.ts'

export const Route = createFileRoute('/$lang/contact-us')({
  component: ContactUs,
})

function ContactUs() {
  const lang = useLanguage()
  const state = useClubContents(({ static_pages: pages, club_links: links, faq }) => {
    const { telephone, ...addresses } = clubAddresses(links, lang)
    return {
      intro: blockWithCode(pages, 'contact-us'),
      ...addresses,
      telephone: telephone === null ? null : { number: telephone, href: callHref(telephone) },
      address: textOf(links, 'address'),
      hours: textOf(links, 'hours'),
      questions: faq,
    }
  })
  return <ContactPage state={state} />
}

function textOf(links: readonly ClubLink[], code: ClubLink['code']): ClubLink['value'] | null {
  const value = links.find((link) => link.code === code)?.value
  return value && Object.values(value).some((text) => text.trim() !== '') ? value : null
}
