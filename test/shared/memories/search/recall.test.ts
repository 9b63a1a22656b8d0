import test from 'ava'
import { fromLocomo, merged } from '../../../../bench/support/recall-files.js'
import { askAll, type MemoryStore, recallAny } from '../../../../bench/support/recall.js'
import { addMemories, searchMemories } from '../../../../shared/memories/index.js'
import { conversations } from '../../../support/recall/index.js'
import { person } from '../../../support/scope.js'
import { testService, type TestService } from '../../../support/service.js'

let service: TestService
test.before(async () => {
  service = await testService()
})
test.after.always(() => service.close())

async function store(): Promise<MemoryStore> {
  const { scope } = await person(service)
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

test('of more than 200 questions about eight conversations in one scope, words alone answer at least 85 in 100 among the first five', async (t) => {
  const haystack = merged('everybody', fromLocomo(conversations))
  t.true(haystack.questions.length >= 200, `${haystack.questions.length} questions`)
  t.true(haystack.texts.length > haystack.questions.length * 1.3)
  const found = await askAll(await store(), 'everybody', haystack)
  const missed = found
    .filter(({ places }) => !places.some((place) => place <= 5))
    .map(({ question, places }) => `${question} (${places[0] ?? 'not found'})`)
  t.log(
    `recall@1 ${recallAny(found, 1).toFixed(3)}, @5 ${recallAny(found, 5).toFixed(3)}, @10 ${recallAny(found, 10).toFixed(3)} of ${found.length}`,
  )
  t.true(recallAny(found, 5) >= 0.85, missed.join('\n'))
})
