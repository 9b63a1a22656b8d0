import test from 'ava'
import { baseCode, variedCode } from '../../../../shared/earnings/discounts/generate-code.js'

const cases: [name: string, discount: { type: 'flat' | 'percentage'; amount: number }, expected: string][] = [
  ['Jane Doe', { type: 'percentage', amount: 30 }, 'JANE30OFF'],
  ['  jane   doe ', { type: 'flat', amount: 1000 }, 'JANE10OFF'],
  ['Jane', { type: 'flat', amount: 1250 }, 'JANE13OFF'],
  ['Zoë', { type: 'percentage', amount: 12.5 }, 'ZO13OFF'],
  ['李 雷', { type: 'percentage', amount: 5 }, 'PARTNER5OFF'],
  ['', { type: 'percentage', amount: 5 }, 'PARTNER5OFF'],
  ['Jane', { type: 'percentage', amount: 0 }, 'JANE'],
  ['A'.repeat(190), { type: 'percentage', amount: 5 }, `${'A'.repeat(80)}5OFF`],
]
for (const [name, discount, expected] of cases) {
  test(`the code of "${name.slice(0, 20)}" for ${discount.type} ${discount.amount} is ${expected.slice(0, 20)}`, (t) =>
    t.is(baseCode(name, discount), expected))
}

test('a taken code gets two more characters', (t) => t.regex(variedCode('JANE30OFF', Math.random), /^JANE30OFF[A-Z2-9]{2}$/))
