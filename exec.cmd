@rem Windows has no exec, which the npm scripts begin with: this runs what follows, and run.mjs says what Windows needs.
@%*
