// What callers can get wrong, and what can be wrong with a file, as errors that can be told apart.

/** An argument or an option that is not what it must be: a mistake of the program, never of the file. */
class ArgumentError extends TypeError {
  /**
   * @param {string} argument the name of the argument or of the option
   * @param {string} message
   */
  constructor(argument, message) {
    super(message);
    this.name = "ArgumentError";
    this.code = /** @type {const} */ ("INVALID_ARGUMENT");
    this.argument = argument;
  }
}

/** Why a file has no answer, for those who would rather catch than ask. */
class EngineError extends Error {
  /** @param {import("./index.js").Failure} failure */
  constructor({ code, message }) {
    super(message);
    this.name = "EngineError";
    this.code = code;
  }
}

/** @type {typeof import("./index.js").completed} */
function completed(answer) {
  if (answer.status === "failed") throw new EngineError(answer.error);
  // The compiler cannot know that what has not failed is one of the completed.
  return /** @type {any} */ (answer);
}

module.exports = { ArgumentError, EngineError, completed };
