import test from 'ava'
import { days } from '../../../../shared/kernel/time.js'
import { creditedClick, leadRule } from '../../../../shared/tracking/attribution/credit.js'

const now = new Date('2026-11-01T00:00:00Z')
const ago = (id: string, count: number) => ({ id, at: new Date(now.getTime() - days(count)) })
const [young, middle, old] = [ago('young', 1), ago('middle', 20), ago('old', 200)]

const cases = [
  {
    says: 'the click that came with the lead, by the last click',
    model: 'last_click',
    windowDays: null,
    named: middle,
    known: [young, old],
    credited: 'middle',
    rule: 'named_click',
  },
  {
    says: 'the oldest click, by the first click',
    model: 'first_click',
    windowDays: null,
    named: middle,
    known: [young, old],
    credited: 'old',
    rule: 'first_click',
  },
  {
    says: 'the oldest click within the window, by the first click',
    model: 'first_click',
    windowDays: 30,
    named: young,
    known: [middle, old],
    credited: 'middle',
    rule: 'first_click',
  },
  {
    says: 'the latest click within the window, where the named one is older',
    model: 'last_click',
    windowDays: 30,
    named: old,
    known: [middle, young],
    credited: 'young',
    rule: 'latest_click_in_window',
  },
  {
    says: 'none, where all are older than the window',
    model: 'last_click',
    windowDays: 30,
    named: old,
    known: [],
    credited: undefined,
    rule: 'outside_window',
  },
  {
    says: 'a click that is as old as the window',
    model: 'last_click',
    windowDays: 200,
    named: old,
    known: [],
    credited: 'old',
    rule: 'named_click',
  },
] as const

for (const { says, model, windowDays, named, known, credited, rule } of cases) {
  test(`the credit gets ${says}`, (t) => {
    const click = creditedClick({ model, windowDays }, now, named, [...known])
    t.is(click?.id, credited)
    t.is(leadRule({ model, windowDays }, click, named, true), rule)
  })
}
