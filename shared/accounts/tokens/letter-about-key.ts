/** What the person in whose name a key was made is told: a key that somebody else made for themselves does not go unnoticed. */
export const letterAboutKey = (to: string, key: string, workspace: string | null) => ({
  to,
  subject: workspace ? `A new key for ${workspace}` : 'A new personal key',
  text: `The key "${key}" was made ${workspace ? `for the workspace ${workspace} ` : ''}in your name. If this was not you, delete the key and set a new password.`,
})
