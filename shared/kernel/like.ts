/** The pattern for texts that contain this one; what has a meaning in patterns stands for itself. */
export const containing = (text: string) => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`
