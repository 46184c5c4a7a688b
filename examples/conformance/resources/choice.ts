export enum Choice {
  OptionA = 'OptionA',
  OptionB = 'OptionB',
  OptionC = 'OptionC',
}

export enum Reason {
  REASON_UNKNOWN = 'dunno',
  NOT_FOUND = 'not found',
}
