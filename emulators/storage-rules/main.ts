console.error("runtime", process.argv)
