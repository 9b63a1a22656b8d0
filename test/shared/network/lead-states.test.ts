import test from 'ava'
import { leadStatuses, statusesAfter } from '../../../shared/network/submitted-leads/lead-states.js'

/** The allowed changes, written out; every other pair is refused. */
const allowed = new Set([
  ...['qualified', 'meeting', 'negotiation', 'unqualified', 'closedWon', 'closedLost'].map((to) => `pending ${to}`),
  ...['meeting', 'negotiation', 'unqualified', 'closedWon', 'closedLost'].map((to) => `qualified ${to}`),
  ...['qualified', 'negotiation', 'unqualified', 'closedWon', 'closedLost'].map((to) => `meeting ${to}`),
  ...['qualified', 'meeting', 'unqualified', 'closedWon', 'closedLost'].map((to) => `negotiation ${to}`),
  'unqualified qualified',
  'closedWon negotiation',
  'closedLost negotiation',
])

for (const from of leadStatuses)
  for (const to of leadStatuses)
    test(`a lead that is ${from} ${allowed.has(`${from} ${to}`) ? 'becomes' : 'does not become'} ${to}`, (t) => {
      t.is(statusesAfter(from).includes(to), allowed.has(`${from} ${to}`))
    })
