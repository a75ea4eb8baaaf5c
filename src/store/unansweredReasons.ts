// Questions of a batch that were asked and have no usable answer.

/** SQL over a question: it is never asked again by itself. */
export const isUnanswered = "state in ('possiblyCharged', 'notUnderstood')";

// Why. It is written to files, so it is English in every display language.
export const lostWithWindow = "the window closed before the reply arrived";
export const lostElsewhere = "another lookup of it was sent and not answered";
