import { expect, test } from 'vitest'
import { externalCampaignUrl, resolveCampaignHref } from './campaigns.ts'

const campaigns = [
  { alias: 'season', kind: 'static', external_url: null },
  { alias: 'schools', kind: 'external', external_url: 'https://example.org/schools' },
] as const

test('Only an external campaign has a separate address', () => {
  expect(externalCampaignUrl(campaigns, 'schools')).toBe('https://example.org/schools')
  expect(externalCampaignUrl(campaigns, 'season')).toBeNull()
  expect(externalCampaignUrl(campaigns, 'gone')).toBeNull()
})

test.each([
  ['/en/campaign/schools', 'https://example.org/schools'],
  ['/tc/campaign/schools/?from=faq#top', 'https://example.org/schools'],
  ['/en/campaign/season', '/en/campaign/season'],
  ['/en/campaign/gone', '/en/campaign/gone'],
  ['/en/faq#points', '/en/faq#points'],
  ['https://example.com/en/campaign/schools', 'https://example.com/en/campaign/schools'],
])('A link to %s opens %s', (href, opened) => {
  expect(resolveCampaignHref(campaigns, href)).toBe(opened)
})
