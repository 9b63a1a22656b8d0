import test from 'ava'
import { matchesMoveRules, moveRulesConflict, withoutGroup } from '../../../shared/partners/groups/move-rules.js'
import type { MoveRule } from '../../../shared/partners/groups/partner-group.entity.js'

const atLeast = (attribute: MoveRule['attribute'], value: number): MoveRule => ({ attribute, operator: 'gte', value })
const between = (attribute: MoveRule['attribute'], min: number, max: number): MoveRule => ({
  attribute,
  operator: 'between',
  value: { min, max },
})
const group = (operator: 'eq' | 'ne' | 'in' | 'notIn', value: string | string[]): MoveRule => ({
  attribute: 'partnerGroup',
  operator,
  value,
})

const partner = { groupId: 'grp_a', totalLeads: 10, totalConversions: 4, totalSaleAmount: 5000, totalCommissions: 700 }

const matching: [title: string, rules: MoveRule[], expected: boolean][] = [
  ['no rules match no partner', [], false],
  ['a lower bound is inclusive', [atLeast('totalLeads', 10)], true],
  ['a total below the bound does not match', [atLeast('totalLeads', 11)], false],
  ['both ends of a range are inclusive', [between('totalConversions', 4, 4.5), between('totalSaleAmount', 1, 5000)], true],
  ['a total above a range does not match', [between('totalCommissions', 1, 699)], false],
  ['all rules must hold', [atLeast('totalLeads', 1), atLeast('totalConversions', 5)], false],
  ['eq names the current group', [group('eq', 'grp_a')], true],
  ['eq of another group does not match', [group('eq', 'grp_b')], false],
  ['ne excludes the current group', [group('ne', 'grp_a')], false],
  ['ne of another group matches', [group('ne', 'grp_b')], true],
  ['in contains the current group', [group('in', ['grp_b', 'grp_a'])], true],
  ['in of other groups does not match', [group('in', ['grp_b'])], false],
  ['notIn excludes the current group', [group('notIn', ['grp_a'])], false],
  ['notIn of other groups matches', [group('notIn', ['grp_b'])], true],
]
for (const [title, rules, expected] of matching) test(title, (t) => t.is(matchesMoveRules(rules, partner), expected))

test('a partner without a group matches only rules that exclude groups', (t) => {
  const outside = { ...partner, groupId: null }
  t.false(matchesMoveRules([group('eq', 'grp_a')], outside))
  t.true(matchesMoveRules([group('notIn', ['grp_a'])], outside))
})

const conflicts: [title: string, one: MoveRule[], two: MoveRule[], expected: boolean][] = [
  ['two open ranges of one metric conflict', [atLeast('totalLeads', 10)], [atLeast('totalLeads', 50)], true],
  ['ranges that touch conflict', [between('totalLeads', 1, 10)], [atLeast('totalLeads', 10)], true],
  ['ranges apart do not conflict', [between('totalLeads', 1, 9)], [atLeast('totalLeads', 10)], false],
  ['different metrics do not conflict', [atLeast('totalLeads', 1)], [atLeast('totalConversions', 1)], false],
  [
    'one metric apart is enough to prevent a conflict',
    [atLeast('totalLeads', 1), between('totalSaleAmount', 1, 9)],
    [atLeast('totalLeads', 1), atLeast('totalSaleAmount', 10)],
    false,
  ],
  [
    'disjoint source groups do not conflict',
    [atLeast('totalLeads', 1), group('eq', 'grp_a')],
    [atLeast('totalLeads', 1), group('in', ['grp_b', 'grp_c'])],
    false,
  ],
  [
    'a common source group conflicts',
    [atLeast('totalLeads', 1), group('in', ['grp_a', 'grp_b'])],
    [atLeast('totalLeads', 1), group('eq', 'grp_b')],
    true,
  ],
  [
    'excluded source groups are ignored',
    [atLeast('totalLeads', 1), group('ne', 'grp_b')],
    [atLeast('totalLeads', 1), group('eq', 'grp_b')],
    true,
  ],
  [
    'several rules for one metric narrow its range',
    [atLeast('totalLeads', 5), between('totalLeads', 1, 9)],
    [atLeast('totalLeads', 10)],
    false,
  ],
]
for (const [title, one, two, expected] of conflicts)
  test(title, (t) => {
    t.is(moveRulesConflict(one, two), expected)
    t.is(moveRulesConflict(two, one), expected, 'the other way round')
  })

test('a deleted group disappears from rules, and rules that exclude no other group with it', (t) => {
  const leads = atLeast('totalLeads', 1)
  const rules = [leads, group('in', ['grp_a', 'grp_b']), group('notIn', ['grp_a']), group('ne', 'grp_b')]
  t.deepEqual(withoutGroup(rules, 'grp_a'), [leads, group('in', ['grp_b']), group('ne', 'grp_b')])
})

test('rules for partners of a deleted group alone end, and do not move partners of other groups', (t) => {
  t.deepEqual(withoutGroup([atLeast('totalLeads', 1), group('eq', 'grp_a')], 'grp_a'), [])
  t.deepEqual(withoutGroup([atLeast('totalLeads', 1), group('in', ['grp_a'])], 'grp_a'), [])
})
