/** Sample files in the formats of LongMemEval and LoCoMo, written for this test. */
import test from 'ava'
import { parseHaystacks } from '../../../bench/support/memory-benchmarks.js'
import { runQuestions, meanReciprocalRank, type MemoryStore, ndcg, recallAll, recallAny } from '../../../bench/support/retrieval-metrics.js'

const question = {
  question_id: 'q1',
  question_type: 'single-session-user',
  question: 'Which tea do I like?',
  answer: 'Green tea',
  question_date: '2023/05/30 (Tue) 23:40',
  haystack_session_ids: ['s1', 'answer_s2'],
  haystack_dates: ['2023/05/20 (Sat) 02:21', '2023/05/21 (Sun) 10:05'],
  answer_session_ids: ['answer_s2'],
  haystack_sessions: [
    [
      { role: 'user', content: 'How do I fix a bicycle?' },
      { role: 'assistant', content: 'With a wrench.' },
    ],
    [
      { role: 'user', content: 'I like green tea.', has_answer: true },
      { role: 'assistant', content: 'Good choice.' },
    ],
  ],
}

const talk = {
  sample_id: 'conv-1',
  conversation: {
    speaker_a: 'Ann',
    speaker_b: 'Bob',
    session_1_date_time: '1:56 pm on 8 May, 2023',
    session_2_date_time: '10:04 am on 9 May, 2023',
    session_1: [
      { speaker: 'Ann', dia_id: 'D1:1', text: 'I like green tea.' },
      { speaker: 'Bob', dia_id: 'D1:2', text: 'I like bicycles.' },
    ],
    session_2: [{ speaker: 'Bob', dia_id: 'D2:1', text: 'Mine is red.', img_url: ['x'], blip_caption: 'a bicycle' }],
  },
  event_summary: {},
  observation: {},
  session_summary: {},
  qa: [
    { question: 'What does Ann drink?', answer: 'Tea', evidence: ['D1:1'], category: 1 },
    { question: 'Which bicycle does Bob have?', answer: 'A red one', evidence: ['D1:2', 'D2:1'], category: 2 },
    { question: 'What does Ann say of Rome?', adversarial_answer: 'Nothing', evidence: [], category: 5 },
  ],
}

test('LongMemEval: every session is a text with its date; questions without an answer are left out', (t) => {
  const found = parseHaystacks([question, { ...question, question_id: 'q2_abs' }])
  t.deepEqual(found, [
    {
      name: 'q1',
      texts: [
        { id: 's1', text: 'user: How do I fix a bicycle?\nassistant: With a wrench.', at: new Date('2023-05-20T02:21:00Z') },
        { id: 'answer_s2', text: 'user: I like green tea.\nassistant: Good choice.', at: new Date('2023-05-21T10:05:00Z') },
      ],
      questions: [{ text: 'Which tea do I like?', kind: 'single-session-user', evidence: ['answer_s2'] }],
    },
  ])
})

test('LoCoMo: every turn is a text with the time of its session', (t) => {
  const [haystack] = parseHaystacks([talk])
  t.deepEqual(
    haystack?.texts.map(({ id, text, at }) => [id, text, at?.toISOString()]),
    [
      ['D1:1', 'Ann: I like green tea.', '2023-05-08T13:56:00.000Z'],
      ['D1:2', 'Bob: I like bicycles.', '2023-05-08T13:56:00.000Z'],
      ['D2:1', 'Bob: Mine is red.', '2023-05-09T10:04:00.000Z'],
    ],
  )
  t.deepEqual(
    haystack?.questions.map(({ kind, evidence }) => [kind, evidence]),
    [
      ['1', ['D1:1']],
      ['2', ['D1:2', 'D2:1']],
    ],
  )
})

test('rejects other files with an explanation', (t) => {
  for (const other of [[], {}, [{ question: 'x' }]])
    t.throws(() => parseHaystacks(other), { message: /neither of LongMemEval nor of LoCoMo/ })
})

test('metrics are computed from the ranks of the relevant texts', async (t) => {
  const texts: string[] = []
  // Returns the newest first for every query: D2:1, D1:2, D1:1.
  const store: MemoryStore = {
    add: async (_, added) => void texts.push(...added.map(({ text }) => text)),
    search: async (_, __, limit) => texts.toReversed().slice(0, limit),
  }
  const [haystack] = parseHaystacks([talk])
  const found = await runQuestions(store, 'user_1', haystack as NonNullable<typeof haystack>)
  t.deepEqual(
    found.map(({ ranks, relevant }) => [ranks, relevant]),
    [
      [[3], 1],
      [[1, 2], 2],
    ],
  )
  t.deepEqual([recallAny(found, 1), recallAny(found, 3), recallAll(found, 2), recallAll(found, 3)], [0.5, 1, 0.5, 1])
  t.is(meanReciprocalRank(found), (1 / 3 + 1) / 2)
  t.is(ndcg(found), (1 / Math.log2(4) + 1) / 2)
})
