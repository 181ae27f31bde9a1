import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Campaign, HomepageBanner } from '#contract/content.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { ExternalLink } from '#src/ui/actions/ExternalLink.tsx'
import { LocalText } from '#src/ui/content/LocalText.tsx'
import { Picture } from '#src/ui/pictures/Picture.tsx'
import { Section } from '#src/ui/layout/Section.tsx'
import { Slider } from '#src/ui/pictures/Slider.tsx'
import { TextLink } from '#src/ui/actions/TextLink.tsx'
import styles from './CampaignSlider.module.css'
import { bannerTarget } from './bannerTarget.ts'

/** How long each is shown, in milliseconds (specification section 9). */
const interval = 5000

interface CampaignSliderProps {
  banners: readonly HomepageBanner[]
  /** The campaigns that banners may link to. */
  campaigns: readonly Campaign[]
}

/** A slider of the campaigns; nothing if there are none. */
export function CampaignSlider({ banners, campaigns }: CampaignSliderProps) {
  const { t } = useLingui()
  if (banners.length === 0) return null
  const slides = banners.map((banner) => ({
    key: banner.desktop_image.en.path,
    content: <Banner banner={banner} campaigns={campaigns} />,
  }))
  return (
    <Section eyebrow={<Trans>From the orchestra</Trans>} title={<Trans>Club news</Trans>}>
      <Slider label={t`Campaigns`} slides={slides} loop autoplay={interval} />
    </Section>
  )
}

function Banner({ banner, campaigns }: { banner: HomepageBanner; campaigns: readonly Campaign[] }) {
  return (
    <article className={styles['banner']} data-ground="hall">
      <Picture
        image={banner.desktop_image}
        phone={banner.mobile_image}
        alt=""
        sizes="(width < 74rem) calc(100vw - 2rem), 72rem"
        ratio="banner"
        className={styles['picture']}
      />
      <h3 className={styles['title']}>
        <BannerLink banner={banner} campaigns={campaigns}>
          <LocalText text={banner.name} />
        </BannerLink>
      </h3>
    </article>
  )
}

interface BannerLinkProps {
  banner: HomepageBanner
  campaigns: readonly Campaign[]
  children: ReactNode
}

/** The link that covers the banner, if the banner has a target. */
function BannerLink({ banner, campaigns, children }: BannerLinkProps) {
  const lang = useLanguage()
  const target = bannerTarget(banner, campaigns)
  if (target === null) return children
  if (target.kind === 'external') return <ExternalLink href={target.url}>{children}</ExternalLink>
  return (
    <TextLink to="/$lang/campaign/$alias" params={{ lang, alias: target.alias }}>
      {children}
    </TextLink>
  )
}
