import { expect, test } from 'vitest'
import { formatProblem } from '#server/content/folder/problems.ts'
import { readFolder } from '#server/content/folder/readFolder.ts'
import { checkReferences } from '#server/content/folder/references.ts'
import { drawing, type Files, newContentFolder, rewardEntry, rewardTexts, validFiles } from '#tests/support/contents.ts'

/** The errors and warnings for a folder with these files, as lines. */
async function checkFolder(files: Files): Promise<{ errors: string[]; warnings: string[] }> {
  const { dir, remove } = await newContentFolder(files)
  try {
    const { folder, problems } = await readFolder(dir)
    const references = checkReferences({ version: '', entries: [], images: [] }, folder)
    return {
      errors: [...problems.errors, ...references.errors].map(formatProblem),
      warnings: [...problems.warnings, ...references.warnings].map(formatProblem),
    }
  } finally {
    await remove()
  }
}

/** The errors of the valid folder with some files replaced. */
async function errorsWith(files: Files): Promise<string[]> {
  return (await checkFolder({ ...validFiles(), ...files })).errors
}

const rewardsWith = (own: Record<string, unknown>): Files => ({
  'rewards/entries.json': JSON.stringify([rewardEntry(own)]),
})

test('A valid folder has no errors, and an untranslated text is a warning that names file, entry, text and language', async () => {
  const { errors, warnings } = await checkFolder(validFiles())
  expect(errors).toEqual([])
  expect(warnings).toContain('rewards/tc.md: tote: ## name in Traditional Chinese is missing.')
  expect(warnings).toContain('rewards/sc.md: tote: ## short_description in Simplified Chinese is missing.')
  expect(warnings.filter((line) => line.startsWith('faq'))).toEqual([])
})

test('A group that does not exist is reported', async () => {
  const errors = await errorsWith({ 'rewords/entries.json': '[]' })
  expect(errors).toEqual([expect.stringMatching(/^rewords: is no group of contents: they are instruments, /)])
})

test('A file that belongs to no group is reported', async () => {
  expect(await errorsWith({ 'faq/fr.md': '# points-when' })).toEqual([
    'faq/fr.md: belongs to no content: a group has entries.json, en.md, tc.md and sc.md.',
  ])
})

test('A group without its list of entries is reported', async () => {
  expect(await errorsWith({ 'tutorial/en.md': '# scan\n## name\nScan\n' })).toEqual([
    'tutorial/entries.json: is missing.',
  ])
})

test('A duplicate key is reported', async () => {
  const twice = JSON.stringify([rewardEntry(), rewardEntry()])
  expect(await errorsWith({ 'rewards/entries.json': twice })).toEqual(['rewards/entries.json: tote stands here twice.'])
})

test('A key that its group does not know is reported', async () => {
  const [error] = await errorsWith({
    'membership_cards/entries.json': JSON.stringify([{ key: 'Platinum', image: 'rewards/tote' }]),
  })
  expect(error).toBe(
    'membership_cards/entries.json: the key "Platinum" must be one of "Black", "Red", "Gold", "Diamond".',
  )
})

test('Broken JSON is reported, with the unexpected part', async () => {
  const [error] = await errorsWith({ 'faq/entries.json': '[\n  {"key": }\n]' })
  expect(error).toMatch(/^faq\/entries\.json: is not JSON: Unexpected token '}'/)
})

test('JSON that is not a list of entries is reported', async () => {
  for (const json of ['{}', '7', 'null', '[7]', '[{}]', '[{"key": 7}]'])
    expect(await errorsWith({ 'reward_categories/entries.json': json })).toContain(
      'reward_categories/entries.json: must be a list of entries, each with a "key".',
    )
})

test.for<[Record<string, unknown>, string]>([
  [{ points: '400' }, 'points must be a whole number, 0 or more'],
  [{ points: -1 }, 'points must be a whole number, 0 or more'],
  [{ points: 1.5 }, 'points must be a whole number, 0 or more'],
  [{ points: 3e9 }, 'points must be less than 2,147,483,648'],
  [{ points: undefined }, 'points is missing'],
  [{ points: 0 }, 'points must be 1 or more for a reward of the type "Item"'],
  [{ rewardType: 'Event', points: 0 }, 'rewardType: there is nothing in events for "tote"'],
  [
    { voucher_validity: '3 weeks' },
    'voucher_validity must be a number of days or months, such as "60 days" or "3 months"',
  ],
  [{ each_member_max: 0 }, 'each_member_max must be a whole number, 1 or more'],
  [{ status: 'gone' }, 'status must be one of "active", "draft", "public", "inactive", "hidden"'],
  [
    { reward_visibility_tiers: ['Gold', 'Silver'] },
    'reward_visibility_tiers.1 must be one of "Black", "Red", "Gold", "Diamond"',
  ],
  [{ delivery_methods: 'Mail' }, 'delivery_methods must be a list'],
  [{ expiry_date: '2026-12-31' }, 'expiry_date must be a date and time, such as "2026-12-31T23:59:00+08:00"'],
  [{ expiry_date: '2026-13-31T23:59:00Z' }, 'expiry_date must be a date and time, such as "2026-12-31T23:59:00+08:00"'],
  [{ expiry_date: 'now+45d 23:59' }, 'expiry_date must be a date and time, such as "2026-12-31T23:59:00+08:00"'],
  [{ colour: 'red' }, 'colour is not a field of this group'],
  [{ icon: 'two\nlines' }, 'icon must be a text of one line, without spaces around it'],
  [{ icon: '\ud800' }, 'icon must be a text of one line, without spaces around it'],
  [
    { image: { tc: 'rewards/tote' } },
    'image must name a picture, or one for each language: {"en": "…", "tc": "…", "sc": "…"}',
  ],
  [
    { image: '../../etc/passwd' },
    'image must name a picture below images/, without ending, such as "rewards/programme-book"',
  ],
  [{ image: 'rewards/none' }, 'image: there is no picture images/rewards/none'],
  [{ image: { en: 'rewards/tote', sc: 'rewards/none' } }, 'image (sc): there is no picture images/rewards/none'],
  [{ slider_images: ['rewards/none'] }, 'slider_images: there is no picture images/rewards/none'],
  [{ redeemed_item_category_id: 9 }, 'redeemed_item_category_id: there is nothing in reward_categories for 9'],
])('A field that does not fit is reported with the expected value: %o', async ([own, sentence]) => {
  expect(await errorsWith(rewardsWith(own))).toEqual([`rewards/entries.json: tote: ${sentence}.`])
})

test('A banner of an unknown campaign, and a highlight of an unknown reward, are reported', async () => {
  const banner = { key: 'one', alias: 'gone', desktop_image: 'rewards/tote', mobile_image: 'rewards/tote' }
  expect(
    await errorsWith({
      'homepage_banners/entries.json': JSON.stringify([banner]),
      'homepage_banners/en.md': '# one\n## name\nOne\n',
      'highlight_rewards/entries.json': JSON.stringify([{ key: 'gone' }]),
    }),
  ).toEqual([
    'highlight_rewards/entries.json: gone: key: there is nothing in rewards for "gone".',
    'homepage_banners/entries.json: one: alias: there is nothing in campaigns for "gone".',
  ])
})

test('An entry that stays as it is, and names what the import takes out, is reported', async () => {
  const { dir, remove } = await newContentFolder(validFiles())
  const { folder } = await readFolder(dir)
  await remove()
  const stays = { id: '1', group: 'highlight_rewards', key: 'mug', position: 0, fields: {}, texts: {} } as const
  const { errors } = checkReferences({ version: '', entries: [stays], images: [] }, folder)
  expect(errors.map(formatProblem)).toEqual([
    'highlight_rewards/entries.json: mug: key: there is nothing in rewards for "mug".',
  ])
})

test('An external address is https', async () => {
  for (const address of ['javascript:alert(1)', 'http://club.example', 'club.example', '//club.example']) {
    const campaign = { key: 'one', kind: 'external', external_url: address }
    expect(
      await errorsWith({
        'campaigns/entries.json': JSON.stringify([campaign]),
        'campaigns/en.md': '# one\n## name\nOne\n',
      }),
    ).toEqual(['campaigns/entries.json: one: external_url must be an address that begins with https://.'])
  }
})

test('A text that is missing in English is an error that names file, entry and text', async () => {
  expect(await errorsWith({ 'rewards/en.md': '# tote\n## name\nTote\n' })).toEqual([
    'rewards/en.md: tote: ## short_description in English is missing.',
  ])
  expect(await errorsWith({ 'rewards/en.md': '# tote\n## name\n\n## short_description\nS\n' })).toEqual([
    'rewards/en.md: tote: ## name in English is missing.',
  ])
})

test('A heading of an unknown text is reported with its line and the known texts', async () => {
  expect(await errorsWith({ 'faq/tc.md': '# points-when\n## name\n一\n## contents\n二\n' })).toEqual([
    'faq/tc.md:4: points-when has ## contents, but the texts are name, content.',
  ])
})

test('Duplicate texts, texts of an unknown entry and texts outside an entry are reported with their line', async () => {
  expect(
    await errorsWith({
      'faq/tc.md':
        'Hello\n## name\nx\n# points-when\nstray\n## name\n一\n## name\n二\n# other\n## name\n三\n# points-when\n',
    }),
  ).toEqual([
    'faq/tc.md:1: there is text outside of a ## heading.',
    'faq/tc.md:2: ## name stands before the first # heading.',
    'faq/tc.md:3: there is text outside of a ## heading.',
    'faq/tc.md:5: there is text outside of a ## heading.',
    'faq/tc.md:8: points-when has ## name twice.',
    'faq/tc.md:10: other is not in faq/entries.json.',
    'faq/tc.md:13: points-when stands here twice.',
  ])
})

test('A single-line text with two lines is reported', async () => {
  expect(await errorsWith({ 'rewards/en.md': `${rewardTexts('tote')}more\n` })).toEqual([
    'rewards/en.md: tote: ## short_description in English must be one line.',
  ])
})

const withText = (text: string) => errorsWith({ 'faq/en.md': `# points-when\n## name\nN\n## content\n${text}\n` })

test('Links lead only to pages of the app, places on the page, https, mail and telephone', async () => {
  expect(
    await withText('[a](/{lang}/faq#x) [b](#x) [c](https://club.example) [d](mailto:a@b.c) [e](tel:+85200000000)'),
  ).toEqual([])
  for (const bad of ['[x](javascript:alert(1))', '[x](/en/faq)', '[x](faq)', '[x](http://club.example)', '[x](//x)'])
    expect(await withText(bad)).toEqual([
      expect.stringMatching(
        /^faq\/en\.md: points-when: ## content in English has a link to “.*”, but links begin with/,
      ),
    ])
})

test('HTML in a text is shown as it is written, of which a warning tells', async () => {
  const { errors, warnings } = await checkFolder({
    ...validFiles(),
    'faq/en.md': '# points-when\n## name\nN\n## content\nA <b>bold</b> word\n',
  })
  expect(errors).toEqual([])
  expect(warnings).toContain(
    'faq/en.md: points-when: ## content in English has “<b>”, which readers see as it is written.',
  )
})

test('A placeholder that nobody fills in is reported', async () => {
  expect(await withText('HK${fee}, {claimDays} days, {rate} points, {reopenDays} days')).toEqual([])
  expect(await withText('{fees}, {validity}')).toEqual([
    expect.stringMatching(/^faq\/en\.md: points-when: ## content in English has \{fees\}, which is none of \{lang\}, /),
    expect.stringMatching(/has \{validity\}, which is none of/),
  ])
})

test('Headings within a text start at the third level', async () => {
  expect(await withText('### Fine\ntext')).toEqual([])
  expect(await withText('Title\n=====\n')).toEqual([
    'faq/en.md: points-when: ## content in English has the heading “Title”, but headings begin with ###.',
  ])
})

test('A file from another editor reads the same: byte order mark, Windows and old Macintosh line ends', async () => {
  const files = validFiles()
  const read = async (change: (text: string) => string) => {
    const changed = Object.entries(files).map(([path, text]) => [
      path,
      path.endsWith('.svg') ? text : change(String(text)),
    ])
    const { dir, remove } = await newContentFolder(Object.fromEntries(changed))
    const { folder, problems } = await readFolder(dir)
    await remove()
    expect(problems.errors).toEqual([])
    return folder.groups
  }
  const plain = await read((text) => text)
  expect(await read((text) => `\ufeff${text.replaceAll('\n', '\r\n')}`)).toEqual(plain)
  expect(await read((text) => text.replaceAll('\n', '\r'))).toEqual(plain)
})

test('A file that is not UTF-8 is reported', async () => {
  expect(await errorsWith({ 'faq/tc.md': Buffer.from('# points-when\n## name\n\xa4\xa4', 'latin1') })).toEqual([
    'faq/tc.md: is not text in UTF-8.',
  ])
})

test.for<[string, string]>([
  ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><script>alert(1)</script></svg>', 'has a script'],
  ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" onload="alert(1)"/>', 'has an event handler'],
  [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><image href="https://club.example/a.png"/></svg>',
    'refers to something outside of itself',
  ],
  [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><image href="file:///etc/passwd"/></svg>',
    'refers to something outside of itself',
  ],
  [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect fill="url(https://club.example/a)"/></svg>',
    'refers to something outside of itself',
  ],
  [
    '<!DOCTYPE svg [<!ENTITY a "b">]><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>',
    'has a document type or entities',
  ],
  ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><foreignObject/></svg>', 'has foreign content'],
  ['<svg', 'is no picture that can be read'],
  ['', 'is no picture that can be read'],
  ['just words', 'is no picture that can be read'],
])('A drawing with scripts or external references, or that is none, is refused: %s', async ([content, reason]) => {
  expect(await errorsWith({ 'images/rewards/tote.svg': content })).toContain(`images/rewards/tote.svg: ${reason}.`)
})

test('A drawing with a million spaces is read without trying each way to part them', async () => {
  const long = `${drawing.slice(0, -6)}<rect fill="url(${' '.repeat(1_000_000)}#a)"/></svg>`
  expect(await errorsWith({ 'images/rewards/tote.svg': long })).toEqual([])
  const quoted = `<svg xmlns="http://www.w3.org/2000/svg"><rect fill="url( 'https://club.example/a')"/></svg>`
  expect(await errorsWith({ 'images/rewards/tote.svg': quoted })).toContain(
    'images/rewards/tote.svg: refers to something outside of itself.',
  )
})

test('A drawing may refer to itself', async () => {
  const own = `${drawing.slice(0, -6)}<defs><linearGradient id="a"/></defs><use href="#b"/><rect fill="url(#a)"/></svg>`
  expect(await errorsWith({ 'images/rewards/tote.svg': own })).toEqual([])
})

test('A picture whose content does not match its extension, and one with an unknown extension, are reported', async () => {
  expect(await errorsWith({ 'images/faq.png': drawing })).toEqual(['images/faq.png: is not what its ending says.'])
  expect(await errorsWith({ 'images/faq.gif': 'GIF89a' })).toEqual([
    'images/faq.gif: is no picture: they end in .svg, .png, .jpg or .webp.',
  ])
  expect(await errorsWith({ 'images/My Picture.svg': drawing })).toEqual([
    'images/My Picture.svg: must be named with small letters, digits and hyphens, at most 120.',
  ])
})

test('Two pictures with the same address are reported', async () => {
  expect(await errorsWith({ 'images/rewards-tote.svg': drawing })).toEqual([
    'images/rewards/tote.svg: has the same name in addresses as images/rewards-tote.svg.',
  ])
})

test('A picture that nothing uses is a warning', async () => {
  const { warnings } = await checkFolder({ ...validFiles(), 'images/spare.svg': drawing })
  expect(warnings).toContain('images/spare: is used by nothing, and is left out.')
})
