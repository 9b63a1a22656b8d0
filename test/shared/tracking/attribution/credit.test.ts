import test from 'ava'
import { days } from '../../../../shared/kernel/time.js'
import { creditedClick, leadRule } from '../../../../shared/tracking/attribution/credit.js'

const now = new Date('2026-11-01T00:00:00Z')
const clickDaysAgo = (id: string, count: number) => ({ id, at: new Date(now.getTime() - days(count)) })
const [recent, middle, old] = [clickDaysAgo('recent', 1), clickDaysAgo('middle', 20), clickDaysAgo('old', 200)]

const cases = [
  {
    credits: 'the named click (last click)',
    model: 'last_click',
    windowDays: null,
    named: middle,
    known: [recent, old],
    credited: 'middle',
    rule: 'named_click',
  },
  {
    credits: 'the oldest click (first click)',
    model: 'first_click',
    windowDays: null,
    named: middle,
    known: [recent, old],
    credited: 'old',
    rule: 'first_click',
  },
  {
    credits: 'the oldest click within the window (first click)',
    model: 'first_click',
    windowDays: 30,
    named: recent,
    known: [middle, old],
    credited: 'middle',
    rule: 'first_click',
  },
  {
    credits: 'the latest click within the window if the named click is older',
    model: 'last_click',
    windowDays: 30,
    named: old,
    known: [middle, recent],
    credited: 'recent',
    rule: 'latest_click_in_window',
  },
  {
    credits: 'no click if all are older than the window',
    model: 'last_click',
    windowDays: 30,
    named: old,
    known: [],
    credited: undefined,
    rule: 'outside_window',
  },
  {
    credits: 'a click exactly as old as the window',
    model: 'last_click',
    windowDays: 200,
    named: old,
    known: [],
    credited: 'old',
    rule: 'named_click',
  },
] as const

for (const { credits, model, windowDays, named, known, credited, rule } of cases) {
  test(`credits ${credits}`, (t) => {
    const click = creditedClick({ model, windowDays }, now, named, [...known])
    t.is(click?.id, credited)
    t.is(leadRule({ model, windowDays }, click, named, true), rule)
  })
}
