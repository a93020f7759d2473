let isLeaving = false

/**
 * Runs an action by which the user leaves or deletes a space. Meanwhile the page that shows the space stops requesting
 * it, so that the realtime event about the change does not produce a refusal.
 */
export async function giveUp(leaving: () => Promise<void>): Promise<void> {
  isLeaving = true
  try {
    await leaving()
  } finally {
    isLeaving = false
  }
}

export const isGivingUp = (): boolean => isLeaving
