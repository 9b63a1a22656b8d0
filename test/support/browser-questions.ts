import type { Page } from 'playwright-core'

/** Answers the questions of the browser, such as whether to leave a page, and counts them. */
export function browserQuestions(tab: Page) {
  const questions = { asked: 0, discard: false }
  tab.on('dialog', (question) => {
    questions.asked++
    return questions.discard ? question.accept() : question.dismiss()
  })
  return questions
}
