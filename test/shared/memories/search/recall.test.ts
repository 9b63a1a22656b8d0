import test from 'ava'
import { fromLocomo, merged } from '../../../../bench/support/memory-benchmarks.js'
import { runQuestions, type MemoryStore, recallAny } from '../../../../bench/support/retrieval-metrics.js'
import { addMemories, searchMemories } from '../../../../shared/memories/index.js'
import { testMember } from '../../../support/callers.js'
import { conversations } from '../../../support/recall/index.js'
import { testService, type TestService } from '../../../support/service.js'

let service: TestService
test.before(async () => {
  service = await testService()
})
test.after.always(() => service.close())

async function store(): Promise<MemoryStore> {
  const { scope } = await testMember(service)
  return {
    async add(user, texts) {
      await addMemories(await scope(), {
        infer: false,
        user_id: user,
        memories: texts.map(({ text, at }) => ({ text, ...(at ? { timestamp: at.toISOString() } : {}) })),
      })
    },
    async search(user, query, top_k) {
      const { results } = await searchMemories(await scope(), {
        query,
        user_id: user,
        top_k,
        threshold: 0,
        show_expired: false,
        explain: false,
      })
      return results.map(({ memory }) => memory)
    },
  }
}

test('keyword search alone reaches a recall@5 of at least 0.85 on more than 200 questions about eight conversations', async (t) => {
  const haystack = merged('all', fromLocomo(conversations))
  t.true(haystack.questions.length >= 200, `${haystack.questions.length} questions`)
  t.true(haystack.texts.length > haystack.questions.length * 1.3)
  const found = await runQuestions(await store(), 'all', haystack)
  const missed = found
    .filter(({ ranks }) => !ranks.some((rank) => rank <= 5))
    .map(({ question, ranks }) => `${question} (${ranks[0] ?? 'not found'})`)
  t.log(
    `recall@1 ${recallAny(found, 1).toFixed(3)}, @5 ${recallAny(found, 5).toFixed(3)}, @10 ${recallAny(found, 10).toFixed(3)} of ${found.length}`,
  )
  t.true(recallAny(found, 5) >= 0.85, missed.join('\n'))
})
