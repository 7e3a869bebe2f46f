@rem The npm scripts begin with exec, which Windows lacks. This file runs their command: run.mjs says what Windows needs.
@%*
