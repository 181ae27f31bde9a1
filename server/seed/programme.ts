import type { LocalizedText } from '#contract/language.ts'

const harbour = { en: 'Harbour Concert Hall', tc: '海港音樂廳', sc: '海港音乐厅' }
const lionRock = { en: 'Lion Rock Auditorium', tc: '獅子山演奏廳', sc: '狮子山演奏厅' }
const jadeGarden = { en: 'Jade Garden Recital Hall', tc: '翠園演奏廳', sc: '翠园演奏厅' }

/** A concert of the demo season, and the tickets that were sold for it. */
export interface DemoPerformance {
  /** Short, because it is part of every ticket's QR code. */
  id: string
  name: LocalizedText
  venue: LocalizedText
  /** Days from today, in Hong Kong; the past is negative. */
  day: number
  /** Hour at which it starts, in Hong Kong. */
  hour: number
  /** How many tickets were sold. */
  sold: number
  /** What each of them cost, in Hong Kong dollars; those of other concerts have the usual prices. */
  price?: number
  /** How many of them were claimed, by which demo account. */
  claimed?: Partial<Record<DemoClaimant, number>>
}

export type DemoClaimant = 'basic' | 'red' | 'gold' | 'patron'

/**
 * A made-up season of real works: past the claim window, past, today and to come. By their claims, Red is two tickets
 * away from the next tier, and Gold has heard as many programmes as it asks for (`content/gauge_levels`). The patron’s
 * seats at the gala cost almost as much as Gold asks for. `content/bonus_periods` has the concerts that give more
 * points.
 */
export const programme: readonly DemoPerformance[] = [
  {
    id: 'choral',
    name: { en: 'Beethoven: Symphony No. 9, Choral', tc: '貝多芬第九交響曲《合唱》', sc: '贝多芬第九交响曲《合唱》' },
    venue: harbour,
    day: -75,
    hour: 20,
    sold: 5,
    claimed: { basic: 1, gold: 2 },
  },
  {
    id: 'rite',
    name: { en: 'Stravinsky: The Rite of Spring', tc: '史特拉汶斯基《春之祭》', sc: '斯特拉文斯基《春之祭》' },
    venue: harbour,
    day: -45,
    hour: 20,
    sold: 6,
    claimed: { red: 2, gold: 1 },
  },
  {
    id: 'newworld',
    name: { en: 'Dvořák: From the New World', tc: '德伏扎克《新世界》交響曲', sc: '德沃夏克《自新大陆》交响曲' },
    venue: lionRock,
    day: -26,
    hour: 20,
    sold: 9,
    claimed: { red: 2, gold: 1 },
  },
  {
    id: 'requiem',
    name: { en: 'Mozart: Requiem', tc: '莫扎特《安魂曲》', sc: '莫扎特《安魂曲》' },
    venue: harbour,
    day: -19,
    hour: 20,
    sold: 9,
    claimed: { red: 2, gold: 1 },
  },
  {
    id: 'pictures',
    name: { en: 'Mussorgsky: Pictures at an Exhibition', tc: '穆索斯基《圖畫展覽會》', sc: '穆索尔斯基《图画展览会》' },
    venue: lionRock,
    day: -12,
    hour: 15,
    sold: 10,
    claimed: { basic: 1, red: 2, gold: 1 },
  },
  {
    id: 'trout',
    name: { en: 'Schubert: Trout Quintet', tc: '舒伯特《鱒魚》五重奏', sc: '舒伯特《鳟鱼》五重奏' },
    venue: jadeGarden,
    day: -8,
    hour: 19,
    sold: 9,
    claimed: { red: 2, gold: 1 },
  },
  {
    id: 'lovers',
    name: { en: 'The Butterfly Lovers Violin Concerto', tc: '《梁祝》小提琴協奏曲', sc: '《梁祝》小提琴协奏曲' },
    venue: harbour,
    day: -5,
    hour: 20,
    sold: 8,
    claimed: { gold: 1 },
  },
  {
    id: 'rach2',
    name: {
      en: 'Rachmaninov: Piano Concerto No. 2',
      tc: '拉赫曼尼諾夫第二鋼琴協奏曲',
      sc: '拉赫玛尼诺夫第二钢琴协奏曲',
    },
    venue: harbour,
    day: -2,
    hour: 20,
    sold: 8,
    claimed: { gold: 1 },
  },
  {
    id: 'canto',
    name: { en: 'Cantopop Classics with Orchestra', tc: '粵語金曲交響夜', sc: '粤语金曲交响夜' },
    venue: lionRock,
    day: -1,
    hour: 20,
    sold: 7,
  },
  {
    id: 'mahler2',
    name: { en: 'Mahler: Resurrection Symphony', tc: '馬勒《復活》交響曲', sc: '马勒《复活》交响曲' },
    venue: harbour,
    day: 0,
    hour: 20,
    sold: 5,
  },
  {
    id: 'brandbg',
    name: { en: 'Bach: Brandenburg Concertos', tc: '巴赫《布蘭登堡協奏曲》', sc: '巴赫《勃兰登堡协奏曲》' },
    venue: jadeGarden,
    day: 6,
    hour: 19,
    sold: 4,
    claimed: { red: 1 },
  },
  {
    id: 'planets',
    name: { en: 'Holst: The Planets', tc: '霍爾斯特《行星》組曲', sc: '霍尔斯特《行星组曲》' },
    venue: harbour,
    day: 20,
    hour: 20,
    sold: 4,
  },
  {
    id: 'messiah',
    name: { en: 'Handel: Messiah', tc: '韓德爾《彌賽亞》', sc: '亨德尔《弥赛亚》' },
    venue: harbour,
    day: 34,
    hour: 20,
    sold: 3,
  },
  {
    id: 'gala',
    name: {
      en: 'Anniversary Gala: Patrons’ Evening',
      tc: '週年慶典音樂會：贊助人之夜',
      sc: '周年庆典音乐会：赞助人之夜',
    },
    venue: harbour,
    day: -3,
    hour: 19,
    sold: 4,
    price: 29_975,
    claimed: { patron: 4 },
  },
]

const hourMs = 3_600_000
const offset = 8 * hourMs
const length = 2.25 * hourMs

/**
 * When a concert starts and ends, with `now` in Hong Kong's today. A concert that would be half over starts tomorrow
 * instead.
 */
export function timesOf({ day, hour }: DemoPerformance, now: Date): { startsAt: Date; endsAt: Date } {
  const local = new Date(now.getTime() + offset)
  const midnight = Date.UTC(local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate() + day) - offset
  const planned = midnight + hour * hourMs
  const start = day === 0 && now.getTime() > planned + hourMs ? planned + 24 * hourMs : planned
  return { startsAt: new Date(start), endsAt: new Date(start + length) }
}
