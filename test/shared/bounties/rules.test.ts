/** The pure decisions about bounties. */
import test from 'ava'
import { bountyName } from '../../../shared/bounties/bounty-name.js'
import { type BountySettings, bountyError } from '../../../shared/bounties/bounty-rules.js'
import { isForPartner, isOpenForPartner } from '../../../shared/bounties/eligibility.js'
import { effectivePeriod, submissionPeriod } from '../../../shared/bounties/periods.js'
import { socialAmount } from '../../../shared/bounties/social/social-amount.js'
import { videoIdOf } from '../../../shared/bounties/social/youtube-source.js'
import { contentError } from '../../../shared/bounties/submissions/check-submission.js'

const day = (text: string) => new Date(`${text}T00:00:00Z`)
const submission: BountySettings = {
  type: 'submission',
  name: 'Write',
  startMode: 'absolute',
  startsAt: day('2027-01-01'),
  endsAt: null,
  endsAfterDays: null,
  submissionsOpenAt: null,
  submissionFrequency: null,
  maxSubmissions: 1,
  rewardAmount: 100,
  rewardDescription: null,
  performanceCondition: null,
  performanceScope: null,
  submissionRequirements: null,
}
const performance: BountySettings = {
  ...submission,
  type: 'performance',
  name: null,
  performanceCondition: { attribute: 'totalLeads', operator: 'gte', value: 5 },
  performanceScope: 'new',
}
const views = { platform: 'youtube', metric: 'views' } as const
const relative = { startMode: 'relative', startsAt: null } as const

const refused: [string, BountySettings][] = [
  ['startsAt is not allowed', { ...submission, startMode: 'relative' }],
  ['either endsAt or endsAfterDays', { ...submission, ...relative, endsAt: day('2027-02-01'), endsAfterDays: 3 }],
  ['endsAfterDays requires start mode relative', { ...submission, endsAfterDays: 3 }],
  ['endsAt must be after startsAt', { ...submission, endsAt: day('2026-12-31') }],
  ['submissionsOpenAt requires endsAt', { ...submission, submissionsOpenAt: day('2027-01-05') }],
  ['between startsAt and endsAt', { ...submission, endsAt: day('2027-01-03'), submissionsOpenAt: day('2027-01-05') }],
  ['between startsAt and endsAt', { ...submission, endsAt: day('2027-01-03'), submissionsOpenAt: day('2026-01-05') }],
  ['name is required', { ...submission, name: null }],
  ['rewardAmount or rewardDescription', { ...submission, rewardAmount: null }],
  ['requires maxSubmissions', { ...submission, endsAt: day('2027-03-01'), submissionFrequency: 'week' }],
  ['requires endsAt or endsAfterDays', { ...submission, maxSubmissions: 3, submissionFrequency: 'week' }],
  ['metric of linkedin', { ...submission, submissionRequirements: { socialMetrics: { platform: 'linkedin', metric: 'views' } } }],
  [
    'rewardAmount is required',
    { ...submission, rewardAmount: null, rewardDescription: 'A shirt', submissionRequirements: { socialMetrics: views } },
  ],
  [
    'both incrementCount',
    { ...submission, submissionRequirements: { socialMetrics: { ...views, incrementalBonus: { incrementCount: 5 } } } },
  ],
  [
    'not be less than incrementCount',
    {
      ...submission,
      submissionRequirements: { socialMetrics: { ...views, incrementalBonus: { incrementCount: 5, bonusPerIncrement: 1, maxCount: 4 } } },
    },
  ],
  ['rewardAmount is required for a performance', { ...performance, rewardAmount: null }],
  ['performanceCondition is required', { ...performance, performanceCondition: null }],
  ['performanceScope is required', { ...performance, performanceScope: null }],
  ['performanceScope must be new', { ...performance, ...relative, performanceScope: 'lifetime' }],
]
for (const [index, [message, settings]] of refused.entries())
  test(`settings are refused with "${message}" (${index})`, (t) =>
    t.true(bountyError(settings)?.includes(message), String(bountyError(settings))))

test('settings that fit together are accepted', (t) => {
  for (const settings of [
    submission,
    performance,
    { ...performance, ...relative, endsAfterDays: 30 },
    { ...submission, maxSubmissions: 4, submissionFrequency: 'week', endsAt: day('2027-02-01') } as const,
    { ...submission, maxSubmissions: 4 },
    { ...submission, submissionRequirements: { socialMetrics: { ...views, minCount: 10 } } },
  ])
    t.is(bountyError(settings), null)
})

test('the name of a performance bounty derives from reward and condition', (t) => {
  t.is(bountyName(performance), 'Earn $1 for 5 leads')
  t.is(
    bountyName({
      ...performance,
      rewardAmount: 12_345,
      performanceCondition: { attribute: 'totalSaleAmount', operator: 'gte', value: 500_000 },
    }),
    'Earn $123.45 for $5,000 in sales',
  )
  t.is(bountyName(submission), 'Write')
})

const created = { createdAt: day('2027-01-01'), endsAfterDays: null, endsAt: null }
const absolute = { ...created, startMode: 'absolute', startsAt: day('2027-01-05'), endsAt: day('2027-01-10') } as const
const ann = { groupId: 'g1', tagIds: ['t1'], enrolledAt: day('2027-01-03') }

test('groups and tags select partners, and a partner needs only one of the tags', (t) => {
  t.true(isForPartner(absolute, { groupIds: [], tagIds: [] }, ann))
  t.true(isForPartner(absolute, { groupIds: ['g1', 'g2'], tagIds: ['t1', 't2'] }, ann))
  t.false(isForPartner(absolute, { groupIds: ['g2'], tagIds: [] }, ann))
  t.false(isForPartner(absolute, { groupIds: ['g1'], tagIds: ['t2'] }, ann))
})

test('a relative bounty is only for partners who enrol after its creation, and starts with the enrolment', (t) => {
  const bounty = { ...created, startMode: 'relative', startsAt: null, endsAfterDays: 2 } as const
  const everyone = { groupIds: [], tagIds: [] }
  t.true(isOpenForPartner(bounty, everyone, ann, day('2027-01-04')))
  t.false(isOpenForPartner(bounty, everyone, ann, day('2027-01-05')))
  t.false(isForPartner(bounty, everyone, { ...ann, enrolledAt: day('2026-12-31') }))
  t.deepEqual(effectivePeriod(bounty, ann.enrolledAt), { start: day('2027-01-03'), end: day('2027-01-05') })
})

test('an absolute bounty is open from its start until its end', (t) => {
  const isOpen = (at: string) => isOpenForPartner(absolute, { groupIds: [], tagIds: [] }, ann, day(at))
  t.deepEqual(['2027-01-04', '2027-01-05', '2027-01-09', '2027-01-10'].map(isOpen), [false, true, true, false])
})

test('submission periods follow each other, and the last one ends with the bounty', (t) => {
  const time = { start: day('2027-01-31'), end: day('2027-03-10') }
  t.deepEqual(submissionPeriod('month', time, 1), { start: day('2027-01-31'), end: day('2027-02-28') })
  t.deepEqual(submissionPeriod('month', time, 2), { start: day('2027-02-28'), end: day('2027-03-10') })
  t.deepEqual(submissionPeriod('week', time, 2), { start: day('2027-02-07'), end: day('2027-02-14') })
  t.deepEqual(submissionPeriod('day', time, 3), { start: day('2027-02-02'), end: day('2027-02-03') })
  t.deepEqual(submissionPeriod(null, time, 3), time)
})

const amounts: [count: number | null, amount: number | null][] = [
  [null, null],
  [99, null],
  [100, 1000],
  [149, 1000],
  [150, 1200],
  [200, 1400],
  [260, 1600],
  [10_000, 1600],
]
for (const [count, amount] of amounts)
  test(`a post with ${count} views earns ${amount}`, (t) =>
    t.is(
      socialAmount(1000, { minCount: 100, incrementalBonus: { incrementCount: 50, bonusPerIncrement: 200, maxCount: 260 } }, count),
      amount,
    ))

test('without increments a post earns the reward once', (t) => t.is(socialAmount(1000, {}, 7), 1000))

const file = { url: 'https://files.example/a.png', fileName: 'a.png', size: 1 }
const contents: [string | null, Parameters<typeof contentError>][] = [
  [null, [null, {}, false]],
  ['files is required', [{ image: {} }, {}, false]],
  [null, [{ image: {} }, {}, true]],
  ['files must have at most 1', [{ image: { max: 1 } }, { files: [file, file] }, true]],
  ['urls is required', [{ url: {} }, { urls: [] }, false]],
  ['urls must have at most 1', [{ url: { max: 1 } }, { urls: ['https://a.example', 'https://b.example'] }, false]],
  ['which is not on a.example', [{ url: { domains: ['a.example'] } }, { urls: ['https://nota.example'] }, false]],
  [null, [{ url: { domains: ['a.example'] } }, { urls: ['https://blog.a.example/x'] }, false]],
  ['a post on youtube', [{ socialMetrics: views }, { urls: ['https://youtube.com.evil.example/watch?v=abcdefgh'] }, false]],
  [null, [{ socialMetrics: views }, { urls: ['https://www.youtube.com/watch?v=abcdefgh'] }, false]],
]
for (const [index, [message, args]] of contents.entries())
  test(`content is ${message === null ? 'accepted' : `refused with "${message}"`} (${index})`, (t) => {
    const error = contentError(...args)
    t.true(message === null ? error === null : error?.includes(message), String(error))
  })

test('the id of a video is found in every form of its address', (t) => {
  for (const address of ['youtube.com/watch?v=dQw4w9WgXcQ', 'www.youtube.com/shorts/dQw4w9WgXcQ', 'youtu.be/dQw4w9WgXcQ?t=3'])
    t.is(videoIdOf(`https://${address}`), 'dQw4w9WgXcQ')
  t.is(videoIdOf('https://youtube.com/@channel'), null)
})
