import { useLanguage } from '#src/i18n/activate.ts'
import { localized } from '#src/i18n/localized.ts'
import { Card } from '#src/ui/layout/Card.tsx'
import { EmptyState } from '#src/ui/states/EmptyState.tsx'
import { Gauge } from '#src/ui/content/Gauge.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'
import { Picture } from '#src/ui/pictures/Picture.tsx'
import { Section } from '#src/ui/layout/Section.tsx'
import { Skeleton } from '#src/ui/states/Skeleton.tsx'
import { Slider } from '#src/ui/pictures/Slider.tsx'
import { Loading } from '#src/ui/states/Loading.tsx'
import { sampleText } from './sampleText.ts'
import styles from './Style.module.css'

const words = {
  title: sampleText('Things to read', '資料', '资料'),
  tickets: sampleText('Tickets bought', '已購門票', '已购门票'),
  bonus: sampleText('Ticket scanned: Mahler’s Fifth', '掃描門票：馬勒第五交響曲', '扫描门票：马勒第五交响曲'),
  what: sampleText('What', '項目', '项目'),
  empty: sampleText('No rewards like that', '沒有符合的獎賞', '没有符合的奖励'),
  wait: sampleText('One moment…', '請稍候…', '请稍候…'),
}
const missing = { path: '/images/missing', width: 1200, height: 800, widths: [400, 800, 1200] }
const shown = ['A', 'B', 'C', 'D', 'E']

/** Gauges, sliders, and loading and empty states. */
export function DataSpecimens() {
  const lang = useLanguage()
  const text = (name: keyof typeof words) => localized(words[name], lang)
  const slides = shown.map((key) => ({
    key,
    content: (
      <Card title={`${text('bonus')} ${key}`}>
        <a href={`#${key}`}>{text('what')}</a>
      </Card>
    ),
  }))
  return (
    <Section title={text('title')}>
      <div className={styles['fields']}>
        <Gauge label={text('tickets')} value={0} full={4} />
        <Gauge label={text('tickets')} value={3} full={4} />
        <Gauge label={text('tickets')} value={5} full={4} />
      </div>
      <Slider label={text('what')} slides={slides} perView={3} />
      <Slider label={text('bonus')} slides={slides} loop autoplay={5000} />
      <div className={styles['fields']}>
        <Picture image={null} alt="" sizes="20rem" ratio="card" />
        <Picture image={missing} alt={text('bonus')} sizes="20rem" />
        <Loading label={text('wait')} className={styles['stack']}>
          <Skeleton shape="picture" />
          <Skeleton shape="heading" />
          <Skeleton shape="text" />
          <Skeleton shape="button" />
        </Loading>
      </div>
      <Notice tone="info" title={text('bonus')} />
      <Notice tone="success" title={text('bonus')}>
        <p>{text('wait')}</p>
      </Notice>
      <Notice tone="warning" title={text('bonus')} />
      <EmptyState title={text('empty')}>
        <p>{text('wait')}</p>
      </EmptyState>
    </Section>
  )
}
