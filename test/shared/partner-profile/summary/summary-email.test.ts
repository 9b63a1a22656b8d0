import test from 'ava'
import { programSummaryEmail } from '../../../../shared/partner-profile/summary/summary-email.js'

test('the monthly summary shows amounts with their sign before the currency', (t) => {
  const none = { clicks: 0, leads: 0, sales: 0, earnings: 0 }
  const { text } = programSummaryEmail({
    program: 'Acme',
    month: new Date('2026-02-01T00:00:00Z'),
    current: { ...none, clicks: 1234, earnings: -500 },
    previous: { ...none, earnings: 123_456_789 },
    total: { ...none, earnings: 5 },
  })
  t.regex(text, /^Clicks: 1,234 \(0 before, 0 in total\)$/m)
  t.regex(text, /^Earnings: -\$5\.00 \(\$1,234,567\.89 before, \$0\.05 in total\)$/m)
})
