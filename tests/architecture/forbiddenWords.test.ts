import { readdirSync, readFileSync } from 'node:fs'
import { formatter } from '@lingui/format-po'
import { describe, expect, it, test } from 'vitest'
import { type Language, languages } from '#contract/language.ts'
import config from '../../lingui.config.ts'
import { lintText, type TextPlace } from './forbiddenWords.ts'

interface ReadText {
  file: string
  language: Language
  place: TextPlace
  text: string
}

const root = new URL('../../', import.meta.url)
const read = (file: string): string => readFileSync(new URL(file, root), 'utf8')

async function catalogTexts(): Promise<ReadText[]> {
  const files = (config.catalogs ?? []).flatMap(({ path }) =>
    languages.map((language) => ({ file: `${path.replace('{locale}', language)}.po`, language })),
  )
  const texts = files.map(async ({ file, language }) => {
    const catalog = await formatter().parse(read(file), { locale: language, sourceLocale: 'en', filename: file })
    return Object.values(catalog).map(({ translation = '' }): ReadText => ({
      file,
      language,
      place: 'club',
      text: translation,
    }))
  })
  return (await Promise.all(texts)).flat()
}

const contents = 'server/seed/content'

/** An entry's sections; a level 1 heading names the entry, a level 2 heading the field. Link addresses are ignored. */
function contentTexts(): ReadText[] {
  return readdirSync(new URL(contents, root)).flatMap((group) => {
    const names = readdirSync(new URL(`${contents}/${group}`, root))
    const written = languages.filter((language) => names.includes(`${language}.md`))
    return written.flatMap((language) => sectionTexts(`${contents}/${group}/${language}.md`, group, language))
  })
}

function sectionTexts(file: string, group: string, language: Language): ReadText[] {
  return read(file)
    .split(/^# /m)
    .flatMap((entry) => {
      const [key = '', ...fields] = entry.split(/^## /m)
      return fields.map((field) => {
        const isLegal = group === 'tnc' || key.trim() === 'disclaimer' || field.startsWith('terms_and_conditions')
        const text = field.replace(/^\w+\n/, '').replaceAll(/\]\([^)]*\)/g, ']')
        return { file, language, place: isLegal ? 'terms' : 'club', text }
      })
    })
}

function complaints(texts: readonly ReadText[]): string[] {
  return texts.flatMap(({ file, language, place, text }) =>
    lintText(text, language, place).map((advice) => `${file}: ${advice}, in: ${text.trim().slice(0, 160)}`),
  )
}

test.each([
  ['catalogs', catalogTexts, 6000],
  ['contents', contentTexts, 700],
])('The %s contain no forbidden word', async (_name, gather, least) => {
  const texts = await gather()
  expect(texts.length).toBeGreaterThan(least)
  expect(complaints(texts)).toEqual([])
})

describe('A planted word is found', () => {
  it.each([
    ['en', 'The club has withdrawn it.', ['The club ']],
    ['en', 'Somebody at the club reads every mail.', ['Somebody', 'the club', 'mail']],
    ['en', 'It cannot be read on this phone.', ['cannot', 'this phone']],
    ['en', 'There’s no such ticket: nobody has it meanwhile.', ['no such', 'nobody', 'meanwhile']],
    ['tc', '積分會於音樂會後加入你的戶口。', ['積分會於音樂會後加入', '戶口']],
    ['tc', '我的掃描,在 2026 年 8 月', ['我的掃描', '描,', '2026 年']],
    ['tc', '登入以加入門票，取得 380 積分', ['加入門票', '取得 380 積分']],
    ['tc', '加入我的帳戶，積分正等著你', ['加入我的帳戶', '著']],
    ['tc', '這裡都會有記錄', ['裡', '記錄']],
    ['sc', '会籍的里数在应用里，价值 5 港元', ['会籍', '里数', '应用', '港元']],
    ['tc', '獲邀升級的優惠已過期，無須理會，已於 {date} 到期', ['獲邀升級', '優惠已過期', '無須', '於 {date}']],
    ['sc', '手机号码只可用于受邀升级，已于{end}到期', ['手机号码', '只可', '受邀升级', '已于{end}到期']],
    ['en', 'Your points follow at once.', ['points follow', 'at once']],
    ['en', 'Please wait, or answer the email: it never expires.', ['Please wait', 'answer the email', 'never expires']],
    ['tc', '會籍永久有效，請回覆電郵，免費登存', ['永久有效', '回覆電郵', '登存']],
    ['sc', '永久有效，请点“兑换”并回复邮件，保留兑换编号', ['永久有效', '点“', '回复邮件', '兑换编号']],
    ['sc', '积分将于明天过期，未能兑换，请看会员礼遇', ['将于明天过期', '未能', '礼遇']],
    ['sc', '_勃兰登堡_请您看「扫描」', ['您', '「', '_勃兰登堡_']],
  ] as const)('%s: %s', (language, text, words) => {
    const advice = lintText(text, language, 'club').join('\n')
    for (const word of words) expect(advice).toContain(`“${word}”`)
    expect(complaints([{ file: 'planted.po', language, place: 'club', text }])[0]).toMatch(/^planted\.po: “.*write/)
  })

  it('but legal texts may be formal', () => {
    expect(lintText('The club does not refund fees.', 'en', 'terms')).toEqual([])
    expect(lintText('本會收取港幣 300 元。', 'tc', 'terms')).toEqual([])
    expect(lintText('您 300 港元', 'sc', 'terms')).toEqual(['“您”: write 你'])
  })
})
