// What each verdict means and does not mean, in words for everybody.
export const VERDICTS: [verdict: string, meaning: string, not: string][] = [
  [
    "authentic",
    "An intact digital signature covers the whole file, or the file matches what is known of its issuer's documents.",
    "It does not say that what is written is true, and without a list of trusted signers not who signed.",
  ],
  [
    "inconclusive",
    "Nothing proves the file genuine and nothing proves it edited. The best an ordinary unsigned file can get.",
    "It is not half a suspicion, and it is no proof of being genuine.",
  ],
  [
    "suspicious",
    "Findings point to editing, short of proof; or it is a picture of a page that a person should look at.",
    "It is no proof. Read the honest causes beside each finding before you decide.",
  ],
  [
    "tampered",
    "There is strong evidence that what the file shows was changed after it was produced.",
    "It does not say who changed it, or why.",
  ],
  [
    "unsupported",
    "There is neither text nor a picture that could be examined. Not charged.",
    "It says nothing at all.",
  ],
];
