// Why a question of a batch has no answer. It is written to files, so it is English in every display language.
export const lostWithWindow = "the window closed before the reply arrived";
export const lostElsewhere = "another lookup of it was sent and not answered";
