import * as z from 'zod';
import { Failure } from '#core/lib/failure.ts';
import type { RunnableModel } from '#core/model/models.ts';

const noSubject = z.object({ isSomethingSalient: z.literal(true) });

/**
 * Runs `work`, which cuts out with `models`. If they find no person but another object, NO_SUBJECT suggests the input that cuts it
 * out, in its message and as `suggestedInput` in its details. For recipes with the field `subject`.
 */
export async function suggestObject<T>(models: readonly RunnableModel[], work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    const isOfPeople = models.some(({ entry }) => entry.subject === 'person');
    if (thrown instanceof Failure && thrown.code === 'NO_SUBJECT' && isOfPeople) {
      throw withSuggestion(thrown);
    }
    throw thrown;
  }
}

function withSuggestion(failure: Failure): Failure {
  const found = noSubject.loose().safeParse(failure.details);
  return found.success
    ? new Failure('NO_SUBJECT', {
        message:
          'No person was found in this video, but another object was: run it again with "subject": "object" to cut it out.',
        details: { ...found.data, suggestedInput: { subject: 'object' } },
        cause: failure,
      })
    : failure;
}
