import type { Campaign, HomepageBanner } from '#contract/content.ts'
import { externalCampaignUrl } from '#src/content/campaigns.ts'

/** Where a banner leads: to a campaign's page, or to another website. */
export type BannerTarget = { kind: 'campaign'; alias: string } | { kind: 'external'; url: string }

/** A banner's target, or null. An external campaign is opened directly, without its own page in between. */
export function bannerTarget(
  banner: Pick<HomepageBanner, 'alias' | 'external_alias'>,
  campaigns: readonly Pick<Campaign, 'alias' | 'kind' | 'external_url'>[],
): BannerTarget | null {
  const { alias, external_alias: address } = banner
  const url = alias === null ? address : externalCampaignUrl(campaigns, alias)
  if (url !== null) return { kind: 'external', url }
  return alias === null ? null : { kind: 'campaign', alias }
}
