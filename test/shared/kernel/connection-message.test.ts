import test from 'ava'
import { connectionMessage } from '../../../shared/kernel/connection-message.js'

test('a connection that several addresses refuse is described by its code', (t) => {
  const refused = Object.assign(new AggregateError([new Error('connect ECONNREFUSED ::1:5432')]), { code: 'ECONNREFUSED' })
  t.is(connectionMessage(refused), 'ECONNREFUSED')
  t.is(connectionMessage(new Error('password authentication failed')), 'password authentication failed')
})
