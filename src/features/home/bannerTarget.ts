import type { Campaign, HomepageBanner } from '#contract/content.ts'

/** Where a banner leads: to a campaign of ours, or to an address elsewhere. */
export type BannerTarget = { kind: 'campaign'; alias: string } | { kind: 'elsewhere'; url: string }

/** Where a banner leads; null where it leads nowhere. A campaign that is an address elsewhere is not shown on the way there. */
export function bannerTarget(
  banner: Pick<HomepageBanner, 'alias' | 'external_alias'>,
  campaigns: readonly Pick<Campaign, 'alias' | 'kind' | 'external_url'>[],
): BannerTarget | null {
  const { alias, external_alias: address } = banner
  if (alias === null) return address === null ? null : { kind: 'elsewhere', url: address }
  const campaign = campaigns.find((one) => one.alias === alias)
  return campaign?.kind === 'external' && campaign.external_url !== null
    ? { kind: 'elsewhere', url: campaign.external_url }
    : { kind: 'campaign', alias }
}
