import { type Language, languages } from '#contract/language.ts'
import type { GroupName } from '#server/content/groups.ts'
import { type ContentFolder, type FolderEntry, readFolder } from '#server/content/folder/readFolder.ts'
import { imagesOf } from '#server/content/folder/references.ts'
import { seedContents } from './contents.ts'

/** What every club needs of the demo season's contents: whole groups, or entries by their keys. */
const needed: Partial<Record<GroupName, 'all' | readonly string[]>> = {
  instruments: 'all',
  countries: 'all',
  faq: 'all',
  tnc: 'all',
  home_grid: ['earn', 'redeem', 'tiers', 'help'],
  welcome_messages: 'all',
  redeem_success_messages: 'all',
  scan_result_messages: 'all',
  asia_miles_messages: 'all',
  registration_content: ['free', 'red', 'existing', 'ya', 'free-tier-upgrade'],
  priority_messages: 'all',
  tutorial: 'all',
  placeholders: 'all',
  static_pages: [
    'home/rewards',
    'whats-club-bravo',
    'whats-club-bravo/membership-tiers',
    'whats-club-bravo/members-privileges',
    'whats-club-bravo/enjoy-discount-at-urbtix',
    'join-club-bravo',
    'how-to',
    'faq',
    'contact-us',
    'reward-list',
    'disclaimer',
    'not-found',
  ],
  membership_cards: 'all',
  club_links: 'all',
  miles_config: 'all',
  gauge_levels: 'all',
  reward_categories: 'all',
}

/** What is the demo's own in these texts, and what takes its place: a blank in brackets, or a plain sentence. */
export const replacements: Record<Language, readonly (readonly [demo: string, starter: string])[]> = {
  en: [
    ['is run by the orchestra.', 'is run by [LEGAL NAME OF THE ORCHESTRA].'],
    ['Last revised for season 2026/27.', 'Last revised on [DATE].'],
    ['Harbour Concert Hall', '[NAME OF THE CONCERT HALL]'],
    [
      ' It began in 2000 with a paper card and a rubber stamp at the foyer desk. In 2022 it was relaunched, with points for tickets.',
      ' [THE STORY OF THE CLUB]',
    ],
    [', or the page has gone on tour, as orchestras do.', ', or the page has moved.'],
    [', so it’s best to scan while you wait for the conductor.', '.'],
    ['https://example.org/en/privacy-policy', '[ADDRESS OF THE PRIVACY POLICY: https://…]'],
    ['https://example.org/en', '[ADDRESS OF THE ORCHESTRA: https://…]'],
    ['club@example.org', '[EMAIL ADDRESS]'],
    ['+852 0000 2026', '[TELEPHONE NUMBER]'],
    ['Club Bravo, Level 5, [NAME OF THE CONCERT HALL], Hong Kong', '[POSTAL ADDRESS]'],
    ['Monday to Friday, 10:00 to 18:00, except public holidays', '[OFFICE HOURS]'],
  ],
  tc: [
    ['（「本會」）由樂團營運。', '（「本會」）由[樂團的法定名稱]營運。'],
    ['最後修訂：2026/27 樂季。', '最後修訂：[日期]。'],
    ['海港音樂廳', '[音樂廳名稱]'],
    ['2000年創立之初，只有一張紙卡，和大堂櫃檯上的一枚印章；2022年全面革新，門票可換成積分。', '[會員計劃的由來]'],
    ['，又或此頁面像樂團一樣，外出巡演去了。', '，或此頁面已移至別處。'],
    ['，所以最好在等候指揮出場時便掃描。', '。'],
    ['https://example.org/tc/privacy-policy', '[私隱政策網址：https://…]'],
    ['https://example.org/tc', '[樂團網址：https://…]'],
    ['club@example.org', '[電郵地址]'],
    ['+852 0000 2026', '[電話號碼]'],
    ['香港[音樂廳名稱] 5 樓 Club Bravo', '[郵寄地址]'],
    ['星期一至五 10:00 至 18:00，公眾假期除外', '[辦公時間]'],
  ],
  sc: [
    ['（以下简称“俱乐部”）由乐团运营。', '（以下简称“俱乐部”）由[乐团的法定名称]运营。'],
    ['最后修订：2026/27 乐季。', '最后修订：[日期]。'],
    ['海港音乐厅', '[音乐厅名称]'],
    ['2000年创立之初，只有一张纸卡和大堂服务台上的一枚印章；2022年全面更新，门票可以换成积分。', '[会员计划的由来]'],
    ['，或者这个页面像乐团一样，外出巡演去了。', '，或者这个页面已经移走。'],
    ['，所以最好在等指挥出场时就扫。', '。'],
    ['https://example.org/sc/privacy-policy', '[隐私政策网址：https://…]'],
    ['https://example.org/sc', '[乐团网址：https://…]'],
    ['club@example.org', '[电子邮箱]'],
    ['+852 0000 2026', '[电话号码]'],
    ['香港[音乐厅名称] 5 楼 Club Bravo', '[邮寄地址]'],
    ['周一至周五 10:00 至 18:00，公众假期除外', '[办公时间]'],
  ],
}

function starterText(text: string, language: Language): string {
  return replacements[language].reduce((words, [demo, starter]) => words.replaceAll(demo, starter), text)
}

function starterEntry({ key, fields, texts }: FolderEntry, group: GroupName): FolderEntry {
  const own = Object.entries(texts).map(([field, text]) => {
    const written = languages.flatMap((language) => {
      const words = text[language]
      return words === undefined ? [] : [[language, starterText(words, language)] as const]
    })
    return [field, Object.fromEntries(written)] as const
  })
  // The pages' pictures show the demo's halls.
  const { image, ...rest } = fields
  return { key, fields: group === 'membership_cards' ? { image, ...rest } : rest, texts: Object.fromEntries(own) }
}

/**
 * Adds what every club needs to a folder of contents, where it is missing. What is there already stays as it is.
 * Resolves to the folder, and how many entries were added.
 */
export async function withStarterSet(current: ContentFolder): Promise<{ folder: ContentFolder; added: number }> {
  const { folder: demo } = await readFolder(seedContents)
  const groups = new Map(current.groups)
  const missing = [...demo.groups].flatMap(([group, entries]) => {
    const keys = needed[group] ?? []
    const present = new Set(current.groups.get(group)?.map(({ key }) => key))
    const added = entries
      .filter(({ key }) => (keys === 'all' || keys.includes(key)) && !present.has(key))
      .map((entry) => starterEntry(entry, group))
    groups.set(group, [...(current.groups.get(group) ?? []), ...added])
    return added
  })
  const used = new Set(missing.flatMap(({ fields }) => imagesOf(fields).map(({ name }) => name)))
  const known = new Set(current.images.map(({ name }) => name))
  const images = demo.images.filter(({ name }) => used.has(name) && !known.has(name))
  return { folder: { groups, images: [...current.images, ...images] }, added: missing.length }
}
