import { tiers } from '#contract/member/tiers.ts'
import { Badge, type BadgeTone } from '#src/ui/content/Badge.tsx'
import { Band } from '#src/ui/layout/Band.tsx'
import { Button } from '#src/ui/actions/Button.tsx'
import { ContentIcon } from '#src/ui/content/ContentIcon.tsx'
import { DateText } from '#src/ui/content/DateText.tsx'
import { ExternalLink } from '#src/ui/actions/ExternalLink.tsx'
import { Hall } from '#src/ui/layout/Hall.tsx'
import { DataAge } from '#src/ui/states/DataAge.tsx'
import { LocalText } from '#src/ui/content/LocalText.tsx'
import { Points } from '#src/ui/content/Points.tsx'
import { RichText } from '#src/ui/content/RichText.tsx'
import { Section } from '#src/ui/layout/Section.tsx'
import { TextField } from '#src/ui/forms/TextField.tsx'
import { TierBadge } from '#src/ui/content/TierBadge.tsx'
import { sampleText } from './sampleText.ts'
import styles from './Style.module.css'

const tones: readonly BadgeTone[] = ['neutral', 'info', 'success', 'warning', 'danger', 'accent']
const icons = ['gift', 'card', 'star', 'plane', 'calendar', 'music', 'percent', 'seat', 'book', 'cup', 'mail', 'phone']
const moreIcons = ['pin', 'clock', 'question', 'check', 'info', 'people', 'violin', 'unknown']

const welcome = sampleText('Good evening, Chan Tai Man', '陳大文，晚上好', '陈大文，晚上好')
const points = sampleText('You have 1,234 points', '你有 1,234 積分', '你有 1,234 积分')
const article = sampleText(
  `<h3>How points are earned</h3><p>Every ticket that you <strong>scan within 30 days</strong> gives one point for each
   dollar. See <a href="/{lang}/faq#points-when">when points arrive</a>, or ask
   <a href="https://example.org/">the orchestra</a>.</p><ul><li>Concerts of the season</li><li>Chamber music</li></ul>
   <table><thead><tr><th>Tier</th><th>Points</th></tr></thead><tbody><tr><td>Basic</td><td>1</td></tr><tr><td>Red</td>
   <td>1.5</td></tr></tbody></table><script>alert(1)</script><img src="x" onerror="alert(1)"><p style="color:red"
   onclick="alert(1)">Plain again.</p>`,
  `<h3>如何賺取積分</h3><p>於音樂會後 <strong>30 日內</strong>掃描門票，每一元可得一分。請參閱<a
   href="/{lang}/faq#points-when">積分何時存入</a>，或查詢<a href="https://example.org/">樂團</a>。</p><ul><li>樂季音樂會</li>
   <li>室樂</li></ul>`,
  '',
)

/** Type, colours, badges and the contents' own HTML. */
export function TextSpecimens() {
  return (
    <>
      <Hall as="div" className={styles['hall']}>
        <Band className={styles['stack']}>
          <LocalText text={welcome} as="p" className={styles['display']} />
          <LocalText text={points} as="p" />
          <div className={styles['row']}>
            <Button variant="primary" size="large">
              <LocalText text={sampleText('Scan a ticket', '掃描門票', '扫描门票')} />
            </Button>
            <Button size="large">
              <LocalText text={sampleText('Rewards', '獎賞', '奖励')} />
            </Button>
            <Button variant="quiet">
              <LocalText text={sampleText('My account', '我的帳戶', '我的账户')} />
            </Button>
          </div>
          <TextField label="Email" placeholder="name@example.org" />
        </Band>
      </Hall>
      <Section
        eyebrow={<LocalText text={sampleText('The season', '樂季', '乐季')} />}
        title={<LocalText text={sampleText('A heading of a section', '段落標題', '段落标题')} />}
        lead={<LocalText text={sampleText('A sentence that leads in.', '引言一句。', '引言一句。')} />}
        action={
          <a href="#all">
            <LocalText text={sampleText('See all', '查看全部', '查看全部')} />
          </a>
        }
        rule
      >
        <div className={styles['row']}>
          {tones.map((tone) => (
            <Badge key={tone} tone={tone}>
              {tone} 12
            </Badge>
          ))}
          {tiers.map((tier) => (
            <TierBadge key={tier} tier={tier} />
          ))}
        </div>
        <div className={`${styles['row']} ${styles['icons']}`}>
          {[...icons, ...moreIcons].map((name) => (
            <ContentIcon key={name} name={name} />
          ))}
        </div>
        <p className={styles['row']}>
          <Points points={12_345} /> <DateText moment="2026-09-01T12:00:00Z" time />
          <ExternalLink href="https://example.org/">example.org</ExternalLink>
        </p>
        <DataAge fetchedAt={Date.UTC(2026, 0, 1)} />
        <LocalText text={sampleText('Only in English', '', '')} as="p" />
        <RichText text={article} />
      </Section>
    </>
  )
}
