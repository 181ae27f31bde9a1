import type { Campaign } from '#contract/content.ts'

type CampaignTarget = Pick<Campaign, 'alias' | 'kind' | 'external_url'>

/**
 * The URL of an external campaign by its alias; null for a campaign with a page in the app, or one that is unknown
 * (yet).
 */
export function externalCampaignUrl(campaigns: readonly CampaignTarget[], alias: string): string | null {
  const campaign = campaigns.find((one) => one.alias === alias)
  return campaign?.kind === 'external' ? campaign.external_url : null
}

/**
 * The address that a link to a page of the app (`/en/campaign/schools`) opens: an external campaign's URL, else the
 * same address.
 */
export function resolveCampaignHref(campaigns: readonly CampaignTarget[], href: string): string {
  const alias = /^\/[^/]+\/campaign\/([^/?#]+)/.exec(href)?.[1]
  return (alias === undefined ? null : externalCampaignUrl(campaigns, alias)) ?? href
}
